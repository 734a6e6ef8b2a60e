import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Helmet's headers are the same on every answer: it is asked once. */
export function securityHeaders(): RequestHandler {
  const headers = helmetHeaders();
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

function helmetHeaders(): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  // Callers may well come over plain HTTP behind their own proxy: nothing is upgraded for them.
  const middleware = helmet({
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });
  middleware({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error as Error;
  });
  return headers;
}
