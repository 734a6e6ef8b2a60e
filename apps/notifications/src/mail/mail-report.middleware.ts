import { Buffer } from 'node:buffer';
import express, { type RequestHandler } from 'express';
import { fieldInvalid } from '../http/field-errors.js';

export const REPORTS = /^\/internal\/mail\/reports\/?$/i;

const MAX_BYTES = 1024 * 1024;

/** A mail, wrapped: general handlers walk through bodies, and bytes have no members. */
class RawMail {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }
}

/** Reads the mails that are posted, before the parsers of JSON. */
export function mailReports(): RequestHandler {
  const read = express.raw({ type: 'message/rfc822', limit: MAX_BYTES });
  return (request, response, next) => {
    if (!REPORTS.test(request.path)) {
      next();
      return;
    }
    read(request, response, (error?: unknown) => {
      const { body } = request as { readonly body: unknown };
      if (Buffer.isBuffer(body)) request.body = new RawMail(body);
      next(error);
    });
  };
}

/** @throws {Problem} `field_invalid` for anything but a mail */
export function messageOf(body: unknown): Buffer {
  if (body instanceof RawMail) return body.bytes;
  throw fieldInvalid('body');
}
