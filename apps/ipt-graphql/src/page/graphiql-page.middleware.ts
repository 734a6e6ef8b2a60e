import { serveWeb } from '@sextant/platform-http';
import type { RequestHandler } from 'express';

const PATH = '/graphql';
const OTHER_DOCUMENTS = /^\/ipt(\/|\/[^/]*\.html)?$/;

/** GraphiQL for browsers, at the address where programs ask their queries. */
export const graphiqlPage = (): RequestHandler =>
  serveWeb({
    folder: new URL('../../web/dist/', import.meta.url),
    path: PATH,
    files: '/ipt',
    document: 'graphiql.html',
    // Its editor makes styles while it runs.
    policy: { inlineStyles: true },
    isMeant: (request) =>
      !OTHER_DOCUMENTS.test(request.path) && request.accepts('json', 'html') === 'html',
  });
