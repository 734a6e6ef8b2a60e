import { Controller, Get, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { ROUTES } from '../http/routes.js';
import {
  AccountPageFilter,
  AccountPages,
  lookOf,
  sendAccountPage,
} from '../pages/account-page.presenter.js';
import { errorPage } from '../pages/other-pages.js';
import { say } from '../pages/texts/say.js';
import type { User } from '../users/user.js';
import { ForwardAccess } from './forward-access.js';
import { identityHeaders } from './forward-headers.js';
import { ForwardLimits } from './forward-limits.js';
import { FORWARD_FAILED, FORWARD_PATHS, FORWARD_START, STATE, within } from './forward-places.js';
import { ForwardTickets } from './forward-tickets.js';
import { dropCookies, dropState, keepPass, keepState, passIn, stateIn } from './forward.cookie.js';
import { forwardedOf, type Forwarded } from './forwarded.request.js';

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly forwarded: Forwarded;
}

/**
 * What proxies ask before each request for an application (nginx `auth_request`, Traefik `forwardAuth`, Caddy `forward_auth`): 200
 * with the headers of a person, or where to sign in.
 */
@ApiExcludeController()
@UseFilters(AccountPageFilter)
@Controller('auth/forward')
export class ForwardController {
  constructor(
    private readonly pages: AccountPages,
    private readonly access: ForwardAccess,
    private readonly limits: ForwardLimits,
    private readonly tickets: ForwardTickets,
  ) {}

  /** @param status `401` for a proxy that takes no redirect as the answer */
  @Get()
  async check(
    @Query('status') status: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    const forwarded = forwardedOf(request);
    const isPlace =
      forwarded !== undefined && this.access.isPlace(`${forwarded.scheme}:`, forwarded.host);
    if (!isPlace) {
      await this.limits.countStranger(request.ip);
      throw AUTH_ERRORS.notForwarded();
    }
    const exchange = { request, response, forwarded };
    const own = this.#ownPage(forwarded.uri.split('?', 1)[0] ?? '');
    if (own !== undefined) {
      await this.limits.countStranger(request.ip);
      await own(exchange);
      return;
    }
    const user = await this.#userOf(exchange);
    if (user !== undefined) await this.#admit(exchange, user);
    else if (status === '401' || !forwarded.isPage) response.status(401).end();
    else this.#sendToSignIn(exchange, forwarded.uri);
  }

  #ownPage(path: string): ((exchange: Exchange) => Promise<void> | void) | undefined {
    switch (path) {
      case FORWARD_PATHS.callback:
        return (exchange) => this.#arrive(exchange);
      case FORWARD_PATHS.signIn:
        // What comes after `to=` is the whole address, as nginx has it: not encoded.
        return (exchange) =>
          this.#sendToSignIn(exchange, /[?&]to=(.*)$/.exec(exchange.forwarded.uri)?.[1] ?? '/');
      case FORWARD_PATHS.signOut:
        return ({ response, forwarded }) => {
          dropCookies(response, forwarded);
          response.redirect(302, `${this.pages.issuer}${ROUTES.endSession}`);
        };
      default:
        return undefined;
    }
  }

  /** Counted before anything is looked up: nobody else can make a pass. */
  async #userOf({ request, forwarded }: Exchange): Promise<User | undefined> {
    const pass = this.tickets.readPass(passIn(request, forwarded), originOf(forwarded));
    if (pass === undefined) {
      await this.limits.countStranger(request.ip);
      return undefined;
    }
    await this.limits.countSession(pass.uid);
    return this.access.userOf(pass);
  }

  async #admit({ response, forwarded }: Exchange, user: User): Promise<void> {
    const { host } = forwarded;
    if (this.access.mayOpen(host, user)) {
      response
        .set(identityHeaders(await this.access.identityOf(user)))
        .status(200)
        .end();
      return;
    }
    const look = lookOf(this.pages, response);
    const ways = [{ href: `${this.pages.issuer}/account`, text: 'accountLink' } as const];
    const view = {
      error: 'access_denied',
      description: say(look, 'forwardDenied', { host }),
      ways,
    };
    sendAccountPage(response, errorPage(look, view), 403);
  }

  #sendToSignIn({ request, response, forwarded }: Exchange, uri: string): void {
    const origin = originOf(forwarded);
    // Of several tabs each comes back with the state of the first.
    const own = stateIn(request, forwarded);
    const state = STATE.test(own) ? own : this.tickets.newState();
    keepState(response, forwarded, state);
    const query = new URLSearchParams({ to: within(origin, uri), state });
    response.redirect(302, `${this.pages.issuer}${FORWARD_START}?${query.toString()}`);
  }

  /** The code that this server has sent along, for the browser that was sent away from here. */
  async #arrive({ request, response, forwarded }: Exchange): Promise<void> {
    const origin = originOf(forwarded);
    const query = new URL(forwarded.uri, origin).searchParams;
    const to = within(origin, query.get('to') ?? '/');
    const state = stateIn(request, forwarded);
    const session =
      state === '' ? undefined : await this.tickets.redeem(query.get('code') ?? '', origin, state);
    if (session === undefined) {
      // A page here, where a browser that keeps no cookies is not sent round and round.
      const failed = new URLSearchParams({ to });
      response.redirect(302, `${this.pages.issuer}${FORWARD_FAILED}?${failed.toString()}`);
      return;
    }
    keepPass(response, forwarded, this.tickets.newPass(session, origin));
    dropState(response, forwarded);
    response.redirect(302, to);
  }
}

const originOf = ({ scheme, host }: Forwarded): string => `${scheme}://${host}`;
