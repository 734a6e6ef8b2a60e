import { Body, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { Problem } from '@sextant/platform-http/errors';
import type { Request, Response } from 'express';
import { renderSVG } from 'uqr';
import { AUTH_ERRORS } from '../../errors/auth-errors.js';
import { OwnAccount } from '../own-account.js';
import { Sealer } from '../../keys/sealer.js';
import { SecondFactors, type TotpDraft } from '../../factors/second-factors.js';
import type { Words } from '../../pages/html.js';
import { newAppPage, recoveryCodesPage } from './own-factor-pages.js';
import type { Look } from '../../pages/page.js';
import { problemText } from '../../pages/problem-text.js';
import { say } from '../../pages/texts/say.js';
import {
  AccountPages,
  AccountController,
  doorOf,
  field,
  lookOf,
  nameField,
  secretField,
  sendAccountPage,
} from '../../pages/account-page.presenter.js';
import { CurrentOwner, OwnerGuard, ShownFactorGuard } from './own-session.guard.js';
import { type Owner } from './own-session.js';

/** Authenticator apps and recovery codes; every change but a name needs the password again. */
@AccountController('account', OwnerGuard)
export class OwnFactorsController {
  constructor(
    private readonly pages: AccountPages,
    private readonly account: OwnAccount,
    private readonly factors: SecondFactors,
    private readonly sealer: Sealer,
  ) {}

  @Get('app')
  @UseGuards(ShownFactorGuard)
  showNewApp(@CurrentOwner() owner: Owner, @Res() response: Response): void {
    const look = lookOf(this.pages, response);
    sendAccountPage(
      response,
      this.#newAppPage(look, owner, { draft: this.factors.draft(owner.user) }),
    );
  }

  @Post('app')
  @UseGuards(ShownFactorGuard)
  async addApp(
    @CurrentOwner() owner: Owner,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { user } = owner;
    const secret = this.#open(owner, field(body, 'draft'));
    const look = lookOf(this.pages, response);
    const name = nameField(body, say(look, 'appDefaultName').text);
    const app = { secret, code: field(body, 'code'), name };
    try {
      await this.#reauthenticate(owner, body, request);
      const codes = await this.factors.addTotp(user, app, { id: user.id, ip: request.ip });
      if (codes.length === 0) response.redirect(303, '/account');
      else sendAccountPage(response, recoveryCodesPage(look, codes));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 422) throw error;
      const view = { draft: this.factors.draft(user, secret), error: problemText(look, error) };
      const again = this.#newAppPage(look, owner, view);
      sendAccountPage(response, again, 422);
    }
  }

  @Post('factors/:id/name')
  async rename(
    @CurrentOwner() { user }: Owner,
    @Param('id') id: string,
    @Body() body: unknown,
    @Res() response: Response,
  ): Promise<void> {
    await this.factors.rename(
      user,
      id,
      nameField(body, say(lookOf(this.pages, response), 'appDefaultName').text),
    );
    response.redirect(303, '/account');
  }

  @Post('factors/:id/remove')
  @UseGuards(ShownFactorGuard)
  async remove(
    @CurrentOwner() owner: Owner,
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.#reauthenticate(owner, body, request);
    await this.factors.remove(owner.user, id, { id: owner.user.id, ip: request.ip });
    response.redirect(303, '/account');
  }

  @Post('recovery-codes')
  @UseGuards(ShownFactorGuard)
  async newRecoveryCodes(
    @CurrentOwner() owner: Owner,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.#reauthenticate(owner, body, request);
    const actor = { id: owner.user.id, ip: request.ip };
    const codes = await this.factors.newRecoveryCodes(owner.user, actor);
    sendAccountPage(response, recoveryCodesPage(lookOf(this.pages, response), codes));
  }

  #reauthenticate({ user }: Owner, body: unknown, request: Request): Promise<void> {
    return this.account.reauthenticate(user, secretField(body, 'current'), doorOf(request));
  }

  #newAppPage(
    look: Look,
    owner: Owner,
    { draft: { secret, uri }, error }: { readonly draft: TotpDraft; readonly error?: Words },
  ): string {
    const draft = this.sealer.seal(secret, contextOf(owner)).toString('base64url');
    return newAppPage(look, { draft, secret, uri, qrCode: renderSVG(uri), error });
  }

  #open(owner: Owner, draft: string): string {
    try {
      return this.sealer.open(Buffer.from(draft, 'base64url'), contextOf(owner));
    } catch (cause) {
      throw AUTH_ERRORS.forged({ cause });
    }
  }
}

/** The page of one session is of no use in another. */
const contextOf = ({ session }: Owner): string => `new-app ${session.uid}`;
