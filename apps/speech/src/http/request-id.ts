import { TRACE_HEADER } from '@sextant/platform-http';
import type { RequestHandler, Response } from 'express';

const HEADER = 'X-Request-ID';
const MAX_LENGTH = 128;

/** Gives back the caller's `X-Request-ID`, without what does not belong into headers and logs, else the trace id. */
export const echoRequestId: RequestHandler = (request, response, next) => {
  const given = request
    .get(HEADER)
    ?.replace(/[^\w.:/+=-]/g, '')
    .slice(0, MAX_LENGTH);
  const id = given === undefined || given === '' ? response.get(TRACE_HEADER) : given;
  if (id !== undefined) response.setHeader(HEADER, id);
  next();
};

/** The id that the caller knows the request by. */
export const requestIdOf = (response: Response | undefined): string | undefined =>
  response?.get(HEADER);
