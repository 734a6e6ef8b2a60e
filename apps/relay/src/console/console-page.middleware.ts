import { movedPage, serveWeb } from '@sextant/platform-http';
import type { RequestHandler } from 'express';

const PATH = '/relay/console';
/** A public client of its own at auth-server: the others' tokens administer nothing. */
const CLIENT_ID = 'sextant-relay';

/** The console, where operators sign in at the issuer. */
export const consolePages = (issuer: string): RequestHandler[] => [
  movedPage({ from: '/relay', to: PATH }),
  serveWeb({
    folder: new URL('../../web/dist/', import.meta.url),
    path: PATH,
    signIn: { issuer, clientId: CLIENT_ID },
  }),
];
