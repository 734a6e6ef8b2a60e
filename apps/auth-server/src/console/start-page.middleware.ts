import { serveWeb } from '@sextant/platform-http';
import type { RequestHandler } from 'express';

/** The first page of all services, at `/`: whoever sends people to a page of its own has it from here. */
export const startPage = (): RequestHandler =>
  serveWeb({
    folder: new URL('../../web/dist/', import.meta.url),
    path: '/',
    files: '/start',
  });
