import {
  createParamDecorator,
  Injectable,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Access } from './access-tokens.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import { ADMIN_SCOPE } from '../scopes/scope.js';
import { AdminLimiter } from './admin-limiter.js';
import { rateLimited } from './rate-limited.js';
import { BearerAuthentication } from './passport.js';

const accessOfRequest = new WeakMap<Request, Access>();

/** Lets nobody through without a valid access token of a person. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(private readonly door: BearerAuthentication) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    accessOfRequest.set(request, await this.authenticate(request));
    return true;
  }

  protected async authenticate(request: Request): Promise<Access> {
    const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
    if (request.headers.authorization === undefined) {
      throw AUTH_ERRORS.noToken({ headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    const access = await this.door.enter(request);
    if (access === undefined) throw AUTH_ERRORS.badToken({ headers });
    return access;
  }
}

/** Lets administrators through whose token has the scope `admin`, 60 times a minute (spec 2, part 8). */
@Injectable()
export class AdminGuard extends BearerGuard {
  constructor(
    door: BearerAuthentication,
    private readonly limiter: AdminLimiter,
  ) {
    super(door);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const access = await this.authenticate(request);
    await this.#count(access.user.id, http.getResponse<Response>());
    // The user decides, not only the token: who is no administrator any more has no way in.
    if (!access.user.isAdmin || !access.scopes.has(ADMIN_SCOPE)) throw AUTH_ERRORS.notAdmin();
    accessOfRequest.set(request, access);
    return true;
  }

  async #count(userId: string, response: Response): Promise<void> {
    const allowance = await this.limiter.consume(userId);
    response.set({
      'X-RateLimit-Limit': String(allowance.limit),
      'X-RateLimit-Remaining': String(allowance.remaining),
      'X-RateLimit-Reset': String(Math.ceil((Date.now() + allowance.resetMs) / 1000)),
    });
    if (allowance.allowed) return;
    response.set('Retry-After', String(Math.max(1, Math.ceil(allowance.resetMs / 1000))));
    throw rateLimited(allowance);
  }
}

/** What the request's token allows; only behind a guard. */
export const CurrentAccess = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  accessOf(context.switchToHttp().getRequest<Request>()),
);

/** Who acts, for the audit log. */
export const CurrentActor = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Actor => {
    const request = context.switchToHttp().getRequest<Request>();
    return { id: accessOf(request).user.id, ip: request.ip };
  },
);

function accessOf(request: Request): Access {
  const access = accessOfRequest.get(request);
  if (access === undefined) throw new Error('This route has no guard.');
  return access;
}
