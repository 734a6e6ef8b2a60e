import type { Refusal } from '@sextant/platform-http/sockets';
import { problemOf } from '../errors/problem-of.js';

/** A refused handshake has the body of every refused request. */
export function liveRefusalOf(error: unknown): Refusal {
  const { code, status, message, details, headers } = problemOf(error);
  return {
    status,
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error: { code, message, ...details } }),
  };
}
