import { problem } from '@sextant/platform-http/errors';

export const UPLOAD_ERRORS = {
  refused: problem('UPLOAD_URL_INVALID', 403, 'The upload URL is not valid.'),
  expired: problem('UPLOAD_URL_EXPIRED', 403, 'The upload URL has expired: ask for a new one.'),
  wrongType: problem(
    'UPLOAD_WRONG_TYPE',
    403,
    'Content-Type is not the one that the URL was made for.',
  ),
  used: problem('UPLOAD_URL_USED', 409, 'The upload URL was used: ask for a new one.'),
  tooLarge: problem('UPLOAD_TOO_LARGE', 413, 'The image is too large.'),
  empty: problem('UPLOAD_EMPTY', 400, 'There is no image in the body.'),
} as const;

/** One PUT to an upload URL. */
export interface IncomingUpload {
  /** Path and query of the URL. */
  readonly url: string;
  readonly contentType: string;
  /** Bytes, if the client says. */
  readonly contentLength: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Takes images in, where there is no object storage. */
export interface UploadReceiver {
  /** @throws {Problem} one of `UPLOAD_ERRORS` */
  receive(upload: IncomingUpload): Promise<void>;
}
