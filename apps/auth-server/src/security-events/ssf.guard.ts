import { timingSafeEqual } from 'node:crypto';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { EventsTokenSettings } from './events-token.settings.js';
import { sha256 } from '../clients/client-secret.js';

/** Lets receivers in that have the operator's token. */
@Injectable()
export class EventsGuard implements CanActivate {
  constructor(private readonly settings: EventsTokenSettings) {}

  canActivate(context: ExecutionContext): boolean {
    const { authorization = '' } = context.switchToHttp().getRequest<Request>().headers;
    const [, given] = /^Bearer ([\x21-\x7e]{1,500})$/i.exec(authorization) ?? [];
    const { eventsToken: token } = this.settings;
    const isToken =
      given !== undefined && token !== undefined && timingSafeEqual(sha256(given), sha256(token));
    if (isToken) return true;
    throw AUTH_ERRORS.badToken({ headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
  }
}
