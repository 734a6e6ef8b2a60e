import type { Request, RequestHandler } from 'express';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { UploadReceiver } from './upload-receiver.js';

const PATH = '/uploads/';
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
const MAX_DRAIN_MS = 10_000;

/** `PUT /uploads/...`: the signed URL is the key, and the body goes to the disk as it comes. Before all parsers. */
export function receiveUpload(service: UploadReceiver | undefined): RequestHandler {
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
    take(service, request)
      .then(() => response.status(200).json({}))
      .catch(async (error: unknown) => {
        await drain(request);
        // What is still left is not read: the connection would be of no more use.
        if (!request.readableEnded) response.set('Connection', 'close');
        next(error);
      });
  };
}

async function take(service: UploadReceiver | undefined, request: Request): Promise<void> {
  if (service === undefined) throw HTTP_PROBLEMS.notFound();
  if (request.method !== 'PUT') throw HTTP_PROBLEMS.methodNotAllowed();
  const length = request.get('content-length');
  await service.receive({
    url: request.originalUrl,
    contentType: (request.get('content-type') ?? '').split(';')[0]?.trim() ?? '',
    contentLength: length === undefined ? undefined : Number(length),
    body: request.iterator({ destroyOnReturn: false }),
  });
}

/**
 * Reads on, within bounds, what nobody wants: whoever still sends when the connection is closed, as proxies do, never
 * sees the answer.
 */
function drain(request: Request): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let left = MAX_DRAINED_BYTES;
    const stop = (): void => {
      clearTimeout(timer);
      request.pause();
      resolve();
    };
    const timer = setTimeout(stop, MAX_DRAIN_MS);
    for (const event of ['end', 'close', 'error']) request.once(event, stop);
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) stop();
    });
  });
}
