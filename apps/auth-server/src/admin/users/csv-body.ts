import { isUtf8 } from 'node:buffer';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import express, { type RequestHandler } from 'express';

export const IMPORT_PATH = '/admin/users/import';
const LARGEST_BYTES = 4 * 1024 * 1024;

/** Files of users are neither JSON nor a form. */
export function readCsv(): RequestHandler {
  const read = express.raw({ type: 'text/csv', limit: LARGEST_BYTES });
  return (request, response, next) => {
    if (request.method !== 'POST' || request.path !== IMPORT_PATH) {
      next();
      return;
    }
    read(request, response, (error?: unknown) => {
      if (error === undefined && Buffer.isBuffer(request.body)) {
        if (isUtf8(request.body)) request.body = { csv: request.body.toString('utf8') };
        else error = HTTP_PROBLEMS.invalidEncoding();
      }
      next(error);
    });
  };
}
