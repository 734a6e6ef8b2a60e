import { Body, Controller, Get, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { HTTP_PROBLEMS, Problem } from '@sextant/platform-http/errors';
import { unavailableDatabase } from '@sextant/platform-data/postgres';
import { systemClock } from '@sextant/platform-runtime/clock';
import type { Request, Response } from 'express';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { Sealer } from '../keys/sealer.js';
import { UpstreamSignOut } from './upstream-sign-out.js';
import { MAX_RESPONSE } from './saml/response-text.js';
import { requireSaml, requireUpstream, Upstreams, type Upstream } from './upstreams.js';
import {
  AccountPages,
  AccountPageFilter,
  field,
  longField,
  lookOf,
  sendAccountPage,
} from '../pages/account-page.presenter.js';
import { postBackPage } from '../pages/other-pages.js';
import {
  hasJourney,
  keepArrival,
  takeJourney,
  type CookieBox,
  type Exchange,
  type Journey,
} from './upstream.cookie.js';

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
    const upstream = requireUpstream(this.upstreams, id);
    if (upstream.metadata !== undefined) throw AUTH_ERRORS.upstreamNotFound();
    const { searchParams } = new URL(request.url, this.pages.issuer);
    await this.#arrive(upstream, searchParams, { request, response });
  }

  /**
   * Where pages of SAML providers have browsers post answers. From there they bring no cookie of `SameSite=Lax`: they send it once
   * more, from a page of ours.
   */
  @Post(':id/acs')
  async consume(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { upstream } = requireSaml(this.upstreams, id);
    const fields = { SAMLResponse: samlField(body), RelayState: field(body, 'RelayState') };
    if (!hasJourney(this.#box(), request) && field(body, 'again') === '') {
      const view = { action: `/upstream/${id}/acs`, fields: { ...fields, again: 'yes' } };
      sendAccountPage(response, postBackPage(lookOf(this.pages, response), view));
      return;
    }
    await this.#arrive(upstream, new URLSearchParams(fields), { request, response });
  }

  /** What the administrator of a SAML provider enters there. */
  @Get(':id/metadata')
  async metadata(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const { metadata } = requireSaml(this.upstreams, id);
    response.type('application/samlmetadata+xml').send(await metadata());
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

  async #arrive(upstream: Upstream, answer: URLSearchParams, exchange: Exchange): Promise<void> {
    const { response } = exchange;
    const { id } = upstream;
    const box = this.#box();
    const journey = takeJourney(box, exchange);
    // Of another provider: its answer is none to this question (RFC 9207, section 1).
    if (journey?.upstream !== id) {
      this.pages.logger.warn('upstream.refused', { upstream: id, err: new Error(UNASKED) });
      throw AUTH_ERRORS.foreignAnswer();
    }
    const identity = await this.#identityOf(upstream, journey, answer);
    const arrival = {
      upstream: id,
      atMs: box.nowMs,
      ...(identity === undefined ? {} : { identity }),
    };
    keepArrival(box, response, { path: journey.returnTo, arrival });
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    response.redirect(303, journey.returnTo);
  }

  /** What is wrong is for operators to know: it may be an attack. */
  async #identityOf(upstream: Upstream, { checks }: Journey, answer: URLSearchParams) {
    try {
      return await this.upstreams.finish(upstream, answer, checks);
    } catch (error) {
      // It could not be looked at: that says nothing about the answer.
      if (error instanceof Problem || unavailableDatabase(error) !== undefined) throw error;
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

const UNASKED = 'This browser has sent no request that is open.';

/** @throws {Problem} 413 */
function samlField(body: unknown): string {
  const { SAMLResponse: value } = { ...(body as object | undefined) } as {
    readonly SAMLResponse?: unknown;
  };
  if (typeof value !== 'string') return '';
  if (value.length > MAX_RESPONSE) throw HTTP_PROBLEMS.tooLarge();
  return value;
}
