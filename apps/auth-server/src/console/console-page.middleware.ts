import { movedPage, serveWeb } from '@sextant/platform-http';
import type { RequestHandler } from 'express';
import { FIRST_PARTY } from '../clients/client.js';

const PATH = '/admin/console';

/** The address that people remember; what is below it are APIs. */
export const consoleAddress = (): RequestHandler => movedPage({ from: '/admin', to: PATH });

/** The pages of administrators: a client of this very server that calls the documented admin API. */
export const consolePage = (issuer: string): RequestHandler =>
  serveWeb({
    folder: new URL('../../web/dist/', import.meta.url),
    path: PATH,
    files: '/start',
    document: 'console.html',
    signIn: { issuer, clientId: FIRST_PARTY.console },
  });
