import type { Response } from 'express';

/** What Express says of a file before it refuses a part or a version of it. */
const OF_THE_FILE = [
  ...['Accept-Ranges', 'Cache-Control', 'Content-Encoding', 'Content-Type'],
  ...['ETag', 'Last-Modified'],
];

/**
 * Sends a file as Express does: with ETag, 304, HEAD and ranges. A refusal has none of the file's headers, so that nobody
 * keeps it for as long as the file.
 */
export const sendFileOf = (
  response: Response,
  file: string,
  options: { readonly root: string; readonly cacheControl?: boolean },
): Promise<void> =>
  new Promise((resolve, reject) => {
    response.sendFile(file, options, (error?: Error) => {
      // Nobody is left to be told of a caller that has gone.
      if (error === undefined || response.headersSent) {
        resolve();
        return;
      }
      for (const header of OF_THE_FILE) response.removeHeader(header);
      reject(error);
    });
  });
