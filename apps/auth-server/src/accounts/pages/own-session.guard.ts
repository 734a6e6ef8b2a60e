import {
  createParamDecorator,
  Injectable,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { levelOf, WITH_FACTOR } from '../../factors/assurance.js';
import { SecondFactors } from '../../factors/second-factors.js';
import { AccountPages } from '../../pages/account-page.presenter.js';
import { keepOnward } from './onward.cookie.js';
import { OwnSessions, signInAddress, type Owner } from './own-session.js';

const owners = new WeakMap<Request, Owner>();

/** Sends people without a session to sign in, as any client would. */
@Injectable()
export class OwnerGuard implements CanActivate {
  constructor(
    private readonly sessions: OwnSessions,
    private readonly pages: AccountPages,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const session = await this.sessions.find(request, response);
    const user = session === undefined ? undefined : await this.sessions.userOf(session.userId);
    if (session === undefined || user === undefined) {
      const { ui_locales: languages } = request.query;
      const address = signInAddress(this.pages.issuer, { languages });
      response.set('Cache-Control', 'no-store').redirect(303, address);
      return false;
    }
    owners.set(request, { user, session });
    response.locals['locale'] = user.claims.locale;
    return true;
  }
}

/**
 * Behind the first guard, where factors change: somebody who has come in without the factor that there was, because the browser stood
 * for it, shows it first.
 */
@Injectable()
export class ShownFactorGuard implements CanActivate {
  constructor(
    private readonly factors: SecondFactors,
    private readonly pages: AccountPages,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { user, session } = ownerOf(context);
    if (levelOf(session.acr) >= WITH_FACTOR) return true;
    const signedInMs = (session.authTime ?? 0) * 1000;
    const own = await this.factors.list(user.id);
    if (!own.some(({ createdAt }) => createdAt.getTime() < signedInMs)) return true;
    const { issuer } = this.pages;
    const onward = request.method === 'GET' ? request.originalUrl : '/account';
    keepOnward(response, onward, issuer.startsWith('https:'));
    const address = signInAddress(issuer, { level: WITH_FACTOR });
    response.set('Cache-Control', 'no-store').redirect(303, address);
    return false;
  }
}

function ownerOf(context: ExecutionContext): Owner {
  const owner = owners.get(context.switchToHttp().getRequest<Request>());
  if (owner === undefined) throw new Error('This page has no guard.');
  return owner;
}

/** Only behind the guard. */
export const CurrentOwner = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Owner => ownerOf(context),
);
