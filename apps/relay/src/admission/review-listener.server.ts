import type { RequestListener } from 'node:http';
import { plainListener, type PlainListenerOptions } from '@sextant/platform-http';
import type { RequestHandler } from 'express';
import type { Reception } from '../inputs/reception.js';
import type { ConnectionLimit } from '../http/connection-limit.js';
import { inputBody, postOf } from '../inputs/input-body.middleware.js';
import { type InputAccess } from '../inputs/input-access.js';

export interface ReviewListenerOptions extends Omit<PlainListenerOptions, 'before' | 'posts'> {
  readonly paths: readonly string[];
  readonly reception: Reception;
  readonly access: () => InputAccess;
  readonly limit: ConnectionLimit;
}

/** The input of admission reviews as the app serves it, for a thread that serves nothing else. */
export function reviewListener(options: ReviewListenerOptions): RequestListener {
  const { paths, reception, access, limit, ...rest } = options;
  const handler: RequestHandler = (request, response, next) => {
    reception
      .receive(postOf(request))
      .then((answer) => response.json(answer))
      .catch(next);
  };
  const before = [limit.refuse, inputBody((path) => reception.gate(path), access)];
  return plainListener({ ...rest, before, posts: { paths, handler } });
}
