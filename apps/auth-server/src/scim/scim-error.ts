import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { problem, toProblem } from '@sextant/platform-http/errors';
import { unavailableDatabase } from '@sextant/platform-data/postgres';
import type { Response } from 'express';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const SCIM_TYPE = 'application/scim+json; charset=utf-8';

/** Errors of the protocol, named as RFC 7644 section 3.12 does. */
export const SCIM_ERRORS = {
  invalidFilter: problem(
    'invalidFilter',
    400,
    'Filters compare by eq, several of them joined by and: id, userName, displayName, externalId, emails, active.',
  ),
  invalidSyntax: problem('invalidSyntax', 400, 'The body is no resource of this kind.'),
  invalidValue: problem('invalidValue', 400, 'A value is not valid.'),
  unauthorized: problem('unauthorized', 401, 'Send the token: Authorization: Bearer <SCIM_TOKEN>.'),
  tooMany: problem('tooMany', 429, 'Too many requests.'),
} as const;

const NAMED = new Set<string>(['invalidFilter', 'invalidSyntax', 'invalidValue']);

/** Whatever goes wrong is told as RFC 7644 section 3.12 says. */
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
