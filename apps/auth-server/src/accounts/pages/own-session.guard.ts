import {
  createParamDecorator,
  Injectable,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccountPages } from '../../pages/account-page.presenter.js';
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

/** Only behind the guard. */
export const CurrentOwner = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Owner => {
    const owner = owners.get(context.switchToHttp().getRequest<Request>());
    if (owner === undefined) throw new Error('This page has no guard.');
    return owner;
  },
);
