import type { Request, RequestHandler } from 'express';
import { HTTP_PROBLEMS } from '@sextant/platform-errors';
import type { UploadDesk } from '../domain/upload-desk.js';

const PATH = '/uploads/';

/** `PUT /uploads/...`: the signed URL is the key, and the body goes to the disk as it comes. Before all parsers. */
export function receiveUpload(desk: UploadDesk | undefined): RequestHandler {
  return (request, response, next) => {
    if (!request.path.startsWith(PATH)) {
      next();
      return;
    }
    // Any page may send its user's image: the URL is all that counts, and no cookie is looked at.
    response.set('Access-Control-Allow-Origin', '*');
    response.set('Access-Control-Allow-Methods', 'PUT');
    response.set('Access-Control-Allow-Headers', 'content-type');
    if (request.method === 'OPTIONS') {
      response.status(204).end();
      return;
    }
    take(desk, request)
      .then(() => response.status(200).json({}))
      .catch((error: unknown) => {
        // What is left of the body is not read: the connection would be of no more use.
        if (!request.readableEnded) response.set('Connection', 'close');
        next(error);
      });
  };
}

async function take(desk: UploadDesk | undefined, request: Request): Promise<void> {
  if (desk === undefined) throw HTTP_PROBLEMS.notFound();
  if (request.method !== 'PUT') throw HTTP_PROBLEMS.methodNotAllowed();
  const length = request.get('content-length');
  await desk.receive({
    url: request.originalUrl,
    contentType: (request.get('content-type') ?? '').split(';')[0]?.trim() ?? '',
    contentLength: length === undefined ? undefined : Number(length),
    body: request.iterator({ destroyOnReturn: false }),
  });
}
