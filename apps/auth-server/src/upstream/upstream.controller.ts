import { Body, Controller, Get, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { systemClock } from '@sextant/platform-runtime/clock';
import type { Request, Response } from 'express';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { Sealer } from '../keys/sealer.js';
import { UpstreamSignOut } from './upstream-sign-out.js';
import { requireUpstream, Upstreams, type Upstream } from './upstreams.js';
import { AccountPages, AccountPageFilter, longField } from '../pages/account-page.js';
import { keepArrival, takeJourney, type CookieBox, type Journey } from './upstream-cookies.js';

/** Where other providers send people back to. */
@ApiExcludeController()
@UseFilters(AccountPageFilter)
@Controller('upstream')
export class UpstreamController {
  constructor(
    private readonly pages: AccountPages,
    private readonly sealer: Sealer,
    private readonly upstreams: Upstreams,
    private readonly signOut: UpstreamSignOut,
  ) {}

  /** Only for the browser that was sent there, and once. */
  @Get(':id/callback')
  async callback(
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const box = this.#box();
    const upstream = requireUpstream(this.upstreams, id);
    const journey = takeJourney(box, { request, response });
    // Of another provider: its answer is none to this question (RFC 9207, section 1).
    if (journey?.upstream !== id) throw AUTH_ERRORS.foreignAnswer();
    const identity = await this.#identityOf(upstream, journey, request);
    const arrival = {
      upstream: id,
      atMs: box.nowMs,
      ...(identity === undefined ? {} : { identity }),
    };
    keepArrival(box, response, { path: journey.returnTo, arrival });
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    response.redirect(303, journey.returnTo);
  }

  /** OpenID Connect Back-Channel Logout 1.0. */
  @Post(':id/backchannel-logout')
  @HttpCode(200)
  async logout(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() { ip }: Request,
    @Res() response: Response,
  ): Promise<void> {
    response.set('Cache-Control', 'no-store');
    try {
      const upstream = requireUpstream(this.upstreams, id);
      await this.signOut.take(upstream, longField(body, 'logout_token'), ip);
      response.end();
    } catch (error) {
      this.pages.logger.warn('upstream.logout_refused', { upstream: id, err: error });
      const error_description = 'This logout token is not valid here.';
      response.status(400).json({ error: 'invalid_request', error_description });
    }
  }

  /** What is wrong is for operators to know: it may be an attack. */
  async #identityOf(upstream: Upstream, { checks }: Journey, request: Request) {
    try {
      return await upstream.finish(new URL(request.url, this.pages.issuer), checks);
    } catch (error) {
      this.pages.logger.warn('upstream.refused', { upstream: upstream.id, err: error });
      return undefined;
    }
  }

  #box(): CookieBox {
    const { issuer } = this.pages;
    return {
      sealer: this.sealer,
      isSecure: issuer.startsWith('https:'),
      nowMs: systemClock.nowMs(),
    };
  }
}
