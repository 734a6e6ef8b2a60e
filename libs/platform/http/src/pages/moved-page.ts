import type { RequestHandler } from 'express';

export interface MovedPage {
  /** Where people look for it. */
  readonly from: string;
  /** Where it is. */
  readonly to: string;
  /** Whether what was below the old address is below the new one; else the address alone has moved. */
  readonly withViews?: boolean;
}

/** Sends people on to the address that a page has; programs, which ask for no HTML, find what was there for them. */
export const movedPage =
  ({ from, to, withViews = false }: MovedPage): RequestHandler =>
  (request, response, next) => {
    // Most requests are for something else.
    if (!request.path.startsWith(from)) {
      next();
      return;
    }
    const path = request.path.replace(/(.)\/$/, '$1');
    const isBelow = withViews && path.startsWith(`${from}/`);
    const isMeant = /^(GET|HEAD)$/.test(request.method) && (path === from || isBelow);
    if (!isMeant || request.accepts('json', 'html') !== 'html') {
      next();
      return;
    }
    Object.assign(request, { route: { path: from } });
    const { search } = new URL(request.originalUrl, 'http://x');
    response.vary('Accept').redirect(302, to + path.slice(from.length) + search);
  };
