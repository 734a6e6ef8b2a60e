import { serveWeb } from '@sextant/platform-http';
import type { RequestHandler } from 'express';

export const STUDIO = '/speech/studio';
/** The public client of this page at auth-server: tokens of other pages do nothing here. */
const CLIENT_ID = 'sextant-studio';

/** The studio, where people sign in at the issuer. */
export const studioPage = (issuer: string): RequestHandler =>
  serveWeb({
    folder: new URL('../../web/dist/', import.meta.url),
    path: STUDIO,
    signIn: { issuer, clientId: CLIENT_ID },
    policy: { media: true },
  });
