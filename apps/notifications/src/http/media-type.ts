import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { RequestHandler } from 'express';

const API = /^\/(api\/notifications|internal)(\/|$)/i;

/**
 * Refuses bodies that nobody would read: what is not JSON would be passed over, and a member that was sent would
 * be called missing.
 *
 * @param others paths whose bodies are of another kind
 */
export const requireJson =
  (others: readonly RegExp[]): RequestHandler =>
  (request, _response, next) => {
    const isAsked = API.test(request.path) && !others.some((path) => path.test(request.path));
    // `null` without a body, `false` for another type.
    const isOther = isAsked && request.is('application/json') === false && hasBytes(request);
    next(isOther ? HTTP_PROBLEMS.unsupportedMediaType() : undefined);
  };

const hasBytes = ({ headers }: Parameters<RequestHandler>[0]): boolean =>
  headers['content-length'] !== '0';
