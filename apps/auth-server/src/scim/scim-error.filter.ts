import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { toProblem } from '@sextant/platform-http/errors';
import { unavailableDatabase } from '@sextant/platform-data/postgres';
import type { Response } from 'express';
import { SCIM_ERRORS, SCIM_TYPE } from './scim-error.js';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
const NAMED = new Set<string>(Object.keys(SCIM_ERRORS));

/** Answers every error in the shape of RFC 7644, section 3.12. */
@Catch()
@Injectable()
export class ScimErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const { code, status, message, headers } = toProblem(error, unavailableDatabase);
    const isTaken = message.includes('is taken') || status === 409;
    const shown = isTaken ? 409 : status === 422 ? 400 : status;
    const scimType = isTaken ? 'uniqueness' : shown === 400 ? named(code) : undefined;
    response
      .set(headers)
      .status(shown)
      .type(SCIM_TYPE)
      .send({
        schemas: [ERROR_SCHEMA],
        status: String(shown),
        ...(scimType === undefined ? {} : { scimType }),
        detail: message,
      });
  }
}

const named = (code: string): string => (NAMED.has(code) ? code : 'invalidValue');
