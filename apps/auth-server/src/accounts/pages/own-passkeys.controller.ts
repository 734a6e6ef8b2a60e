import { randomBytes } from 'node:crypto';
import { Body, Get, Post, Req, Res } from '@nestjs/common';
import { HTTP_PROBLEMS, Problem } from '@sextant/platform-http/errors';
import type { Request, Response } from 'express';
import { AUTH_ERRORS } from '../../errors/auth-errors.js';
import { OwnAccount } from '../own-account.js';
import { Passkeys } from '../../factors/passkeys.js';
import { Sealer } from '../../keys/sealer.js';
import type { Words } from '../../pages/html.js';
import { newPasskeyPage, recoveryCodesPage } from './own-factor-pages.js';
import type { Look } from '../../pages/page.js';
import { problemText } from '../../pages/problem-text.js';
import { say } from '../../pages/texts/say.js';
import {
  AccountPages,
  AccountController,
  doorOf,
  field,
  lookOf,
  longField,
  nameField,
  secretField,
  sendAccountPage,
} from '../../pages/account-page.presenter.js';
import { CurrentOwner, OwnerGuard, ShownFactorGuard } from './own-session.guard.js';
import { type Owner } from './own-session.js';

/** Adds passkeys. */
@AccountController('account/passkey', OwnerGuard, ShownFactorGuard)
export class OwnPasskeysController {
  constructor(
    private readonly pages: AccountPages,
    private readonly account: OwnAccount,
    private readonly passkeys: Passkeys,
    private readonly sealer: Sealer,
  ) {}

  @Get()
  async showNewPasskey(@CurrentOwner() owner: Owner, @Res() response: Response): Promise<void> {
    if (!this.passkeys.isPossible) throw HTTP_PROBLEMS.notFound();
    sendAccountPage(response, await this.#page(lookOf(this.pages, response), owner));
  }

  @Post()
  async addPasskey(
    @CurrentOwner() owner: Owner,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { user } = owner;
    const challenge = this.#open(owner, field(body, 'draft'));
    const look = lookOf(this.pages, response);
    const name = nameField(body, say(look, 'passkeyDefaultName').text);
    const given = { challenge, answer: answerOf(body), name };
    try {
      await this.account.reauthenticate(user, secretField(body, 'current'), doorOf(request));
      const codes = await this.passkeys.add(user, given, { id: user.id, ip: request.ip });
      if (codes.length === 0) response.redirect(303, '/account');
      else sendAccountPage(response, recoveryCodesPage(look, codes));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 422) throw error;
      sendAccountPage(response, await this.#page(look, owner, problemText(look, error)), 422);
    }
  }

  /** Each page has a challenge of its own. */
  async #page(look: Look, owner: Owner, error?: Words): Promise<string> {
    const challenge = randomBytes(32);
    const options = JSON.stringify(await this.passkeys.creationOptions(owner.user, challenge));
    const sealed = this.sealer.seal(challenge.toString('base64url'), contextOf(owner));
    const draft = sealed.toString('base64url');
    return newPasskeyPage(look, { draft, options, error });
  }

  #open(owner: Owner, draft: string): Buffer {
    try {
      const text = this.sealer.open(Buffer.from(draft, 'base64url'), contextOf(owner));
      return Buffer.from(text, 'base64url');
    } catch (cause) {
      throw AUTH_ERRORS.forged({ cause });
    }
  }
}

/** The page of one session is of no use in another. */
const contextOf = ({ session }: Owner): string => `new-passkey ${session.uid}`;

function answerOf(body: unknown): unknown {
  try {
    return JSON.parse(longField(body, 'passkey'));
  } catch {
    return undefined; // refused like every other answer that is none
  }
}
