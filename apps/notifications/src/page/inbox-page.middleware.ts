import { serveWeb } from '@sextant/platform-http';
import type { RequestHandler } from 'express';

const PATH = '/api/notifications/inbox';
/** The public client of all our pages at auth-server. */
const CLIENT_ID = 'sextant-web';

/** The inbox page, where people sign in at the issuer. */
export const inboxPage = (issuer: string): RequestHandler =>
  serveWeb({
    folder: new URL('../../web/dist/', import.meta.url),
    path: PATH,
    settings: { issuer, clientId: CLIENT_ID, path: PATH },
    policy: { origins: [new URL(issuer).origin] },
    // The worker serves the page itself, which is one level above its own address.
    headers: { 'worker.js': { 'Service-Worker-Allowed': PATH } },
  });
