import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { sha256 } from '../clients/client-secret.js';

/** What receivers of events show; without one there are none. */
export const EVENTS_TOKEN = Symbol('EventsToken');

/** Lets receivers in that have the operator's token. */
@Injectable()
export class EventsGuard implements CanActivate {
  constructor(@Inject(EVENTS_TOKEN) private readonly token: string | null) {}

  canActivate(context: ExecutionContext): boolean {
    const { authorization = '' } = context.switchToHttp().getRequest<Request>().headers;
    const [, given] = /^Bearer ([\x21-\x7e]{1,500})$/i.exec(authorization) ?? [];
    const isToken =
      given !== undefined &&
      this.token !== null &&
      timingSafeEqual(sha256(given), sha256(this.token));
    if (isToken) return true;
    throw AUTH_ERRORS.badToken({ headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
  }
}
