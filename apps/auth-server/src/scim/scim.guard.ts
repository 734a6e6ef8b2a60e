import { timingSafeEqual } from 'node:crypto';
import {
  applyDecorators,
  Controller,
  createParamDecorator,
  Header,
  Injectable,
  UseFilters,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiResponse, ApiTags } from '@nestjs/swagger';
import { placeOf, RateLimiters, type RateLimiter } from '@sextant/platform-security/rate-limit';
import type { Request } from 'express';
import { sha256 } from '../clients/client-secret.js';
import type { Actor } from '../audit/actor.js';
import { WholeChanges } from '../database/whole.interceptor.js';
import { ScimSettings } from './scim.settings.js';
import { SCIM_ERRORS, SCIM_TYPE } from './scim-error.js';
import { ScimErrorFilter } from './scim-error.filter.js';

/** What a directory has to show, and how often it may come. */
@Injectable()
export class ScimAccess {
  readonly token: string | undefined;
  readonly limiter: RateLimiter;

  constructor({ scimToken, rateLimitScim: limit }: ScimSettings, limiters: RateLimiters) {
    this.token = scimToken;
    this.limiter = limiters.create({ name: 'scim', limit, windowSeconds: 60 });
  }
}

/** Lets the directory in that has the operator's token; without one set, nobody. */
@Injectable()
export class ScimGuard implements CanActivate {
  constructor(private readonly access: ScimAccess) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { headers, ip = 'unknown' } = context.switchToHttp().getRequest<Request>();
    const { allowed, resetMs } = await this.access.limiter.consume(placeOf(ip));
    if (!allowed) {
      const seconds = String(Math.max(1, Math.ceil(resetMs / 1000)));
      throw SCIM_ERRORS.tooMany({ headers: { 'Retry-After': seconds } });
    }
    const [, given] = /^Bearer ([\x21-\x7e]{1,500})$/i.exec(headers.authorization ?? '') ?? [];
    if (given === undefined || !this.#isToken(given)) {
      throw SCIM_ERRORS.unauthorized({ headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    return true;
  }

  #isToken(given: string): boolean {
    const { token } = this.access;
    return token !== undefined && timingSafeEqual(sha256(given), sha256(token));
  }
}

/** A controller of SCIM 2.0 (RFC 7644). */
export const ScimController = (path: string): ClassDecorator =>
  applyDecorators(
    ApiTags('SCIM 2.0'),
    ApiBearerAuth(),
    UseGuards(ScimGuard),
    WholeChanges(),
    UseFilters(ScimErrorFilter),
    Controller(`scim/v2${path}`),
  );

const RESOURCE = { schema: { type: 'object', additionalProperties: true } } as const;

/** A route that answers with a resource or a list of them. */
export const ScimAnswer = (status: number): MethodDecorator =>
  applyDecorators(Header('Content-Type', SCIM_TYPE), ApiResponse({ status, ...RESOURCE }));

/** A route that takes a resource or changes to one. */
export const ScimBody = (): MethodDecorator => applyDecorators(ApiBody(RESOURCE));

/** The directory, for the audit log. */
export const CurrentDirectory = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Actor => ({
    id: 'scim',
    ip: context.switchToHttp().getRequest<Request>().ip,
  }),
);
