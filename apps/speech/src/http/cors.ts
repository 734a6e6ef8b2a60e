import type { RequestHandler } from 'express';

/** What browsers may send and read beside what the Fetch standard lets them. */
const HEADERS =
  'Authorization, xi-api-key, Content-Type, Accept, Idempotency-Key, X-Request-ID, Service-Version, Speechify-Version';
const EXPOSED =
  'X-Request-ID, X-Trace-ID, X-Speech-Marks, X-Speech-Voice, X-Speech-Instructions, Speechify-Audio-Content-Type, ' +
  'Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';
const DAY_SECONDS = '86400';

/** Paths that synthesize, and what one needs for it: keys and consents are no business of a page. */
const PATHS = /^\/v1\/(audio|models|text-to-speech|voices)(\/|$)/i;

/** Lets pages of these origins call (Fetch standard, "CORS protocol"); `*` is every page. */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const isAllowed = (origin: string): boolean => origins.includes('*') || origins.includes(origin);
  return (request, response, next) => {
    const origin = request.get('origin');
    if (!PATHS.test(request.path) || origins.length === 0) {
      next();
      return;
    }
    response.vary('Origin');
    if (origin === undefined || !isAllowed(origin)) {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    const isPreflight =
      request.method === 'OPTIONS' && request.get('access-control-request-method') !== undefined;
    if (!isPreflight) {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE');
    response.setHeader('Access-Control-Allow-Headers', HEADERS);
    response.setHeader('Access-Control-Max-Age', DAY_SECONDS);
    response.status(204).end();
  };
}
