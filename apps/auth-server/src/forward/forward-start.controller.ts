import { Controller, Get, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { keepOnward } from '../accounts/pages/onward.cookie.js';
import { OwnSessions, signInAddress } from '../accounts/pages/own-session.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import {
  AccountPageFilter,
  AccountPages,
  lookOf,
  sendAccountPage,
} from '../pages/account-page.presenter.js';
import { errorPage, TO_ACCOUNT } from '../pages/other-pages.js';
import { say } from '../pages/texts/say.js';
import { ForwardAccess } from './forward-access.js';
import { FORWARD_PATHS, STATE } from './forward-places.js';
import { ForwardTickets } from './forward-tickets.js';

/** Where people come from hosts that ask here, and from where they go back with a code. */
@ApiExcludeController()
@UseFilters(AccountPageFilter)
@Controller('auth/forward')
export class ForwardStartController {
  constructor(
    private readonly pages: AccountPages,
    private readonly access: ForwardAccess,
    private readonly tickets: ForwardTickets,
    private readonly sessions: OwnSessions,
  ) {}

  @Get('start')
  async start(
    @Query('to') to: unknown,
    @Query('state') state: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const target = this.#targetOf(to);
    if (typeof state !== 'string' || !STATE.test(state)) throw AUTH_ERRORS.notForwarded();
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    const session = await this.sessions.find(request, response);
    const user = session === undefined ? undefined : await this.sessions.userOf(session.userId);
    if (session === undefined || user === undefined) {
      keepOnward(response, request.originalUrl, this.pages.issuer.startsWith('https:'));
      response.redirect(303, signInAddress(this.pages.issuer, {}));
      return;
    }
    const { uid, userId } = session;
    const own = { uid, userId, generation: user.generation };
    const query = new URLSearchParams({
      code: this.tickets.newCode(own, target.origin, state),
      to: `${target.pathname}${target.search}`,
    });
    response.redirect(302, `${target.origin}${FORWARD_PATHS.callback}?${query.toString()}`);
  }

  /** The code was used or is too old, or the browser keeps no cookies of the host. */
  @Get('failed')
  failed(@Query('to') to: unknown, @Res() response: Response): void {
    const { href } = this.#targetOf(to);
    const look = lookOf(this.pages, response);
    const view = {
      ...{ error: 'invalid_request', description: say(look, 'problem.foreignAnswer') },
      ways: [{ href, text: 'startAgain' } as const, TO_ACCOUNT],
    };
    sendAccountPage(response, errorPage(look, view), 400);
  }

  /** @throws {Problem} for any other place than one that may ask here */
  #targetOf(to: unknown): URL {
    const target = typeof to === 'string' ? URL.parse(to) : null;
    if (target === null || !this.access.isPlace(target.protocol, target.host)) {
      throw AUTH_ERRORS.notForwarded();
    }
    return target;
  }
}
