import { serveWeb } from '@sextant/platform-http';
import type { RequestHandler } from 'express';

/** GraphiQL for browsers, at the address where programs ask their queries. */
export const graphiqlPage = (): RequestHandler =>
  serveWeb({
    folder: new URL('../../web/dist/', import.meta.url),
    path: '/graphql',
    // Its editor makes styles while it runs.
    policy: { inlineStyles: true },
    isMeant: (request) => request.accepts('json', 'html') === 'html',
  });
