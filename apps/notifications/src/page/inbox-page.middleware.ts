import { movedPage, serveWeb } from '@sextant/platform-http';
import type { RequestHandler } from 'express';

/** Where people read what came to them. */
export const INBOX = '/inbox';
/** Where the page was before. Browsers that subscribed there ask for their worker there, as long as they keep it. */
const FORMER = '/api/notifications/inbox';
/** The public client of the inbox and of the operators' page at auth-server. */
const CLIENT_ID = 'sextant-web';

/** The worker serves the page itself, which is one level above its own address. */
const workerAt = (path: string) => ({ 'worker.js': { 'Service-Worker-Allowed': path } });

/** The inbox page, where people sign in at the issuer, and what is left at its former address. */
export const inboxPages = (issuer: string): RequestHandler[] => {
  const folder = new URL('../../web/dist/', import.meta.url);
  return [
    serveWeb({
      folder,
      path: INBOX,
      signIn: { issuer, clientId: CLIENT_ID },
      settings: { formerPath: FORMER },
      headers: workerAt(INBOX),
    }),
    serveWeb({ folder, path: FORMER, headers: workerAt(FORMER), isMeant: () => false }),
    movedPage({ from: FORMER, to: INBOX, withViews: true }),
  ];
};
