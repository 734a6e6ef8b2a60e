import { serveWeb } from '@sextant/platform-http';
import type { RequestHandler } from 'express';
import { FIRST_PARTY } from '../clients/client.js';

/** The first page of all services, at `/`: whoever sends people to a page of its own has it from here. */
export const startPage = (issuer: string): RequestHandler =>
  serveWeb({
    folder: new URL('../../web/dist/', import.meta.url),
    path: '/',
    files: '/start',
    signIn: { issuer, clientId: FIRST_PARTY.start },
  });
