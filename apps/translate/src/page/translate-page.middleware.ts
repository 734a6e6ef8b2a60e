import { serveWeb } from '@sextant/platform-http';
import type { RequestHandler } from 'express';

const PATH = '/translate';
/** The public client of this page at auth-server: tokens of other pages administer nothing. */
const CLIENT_ID = 'sextant-translate';

/** The page to translate in, where people sign in at the issuer. */
export const translatePage = (issuer: string): RequestHandler =>
  serveWeb({
    folder: new URL('../../web/dist/', import.meta.url),
    path: PATH,
    signIn: { issuer, clientId: CLIENT_ID },
  });
