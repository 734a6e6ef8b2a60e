import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import { isEmail } from 'class-validator';
import type { Request, Response } from 'express';
import { AccountFlows } from '../account-flows.js';
import { PasswordPolicy } from '../../passwords/password-policy.js';
import { SignIn } from '../../sign-in/sign-in.js';
import { Users } from '../../users/user.js';
import type { Words } from '../../pages/html.js';
import type { Look } from '../../pages/page.js';
import { problemText } from '../../pages/problem-text.js';
import type { TextKey } from '../../pages/texts/page-texts.js';
import { say } from '../../pages/texts/say.js';
import {
  forgotPage,
  messagePage,
  newPasswordPage,
  registerPage,
  TO_SIGN_IN,
} from './account-pages.js';
import {
  AccountPages,
  AccountController,
  doorOf,
  field,
  isForForm,
  lookOf,
  secretField,
  sendAccountPage,
} from '../../pages/account-page.presenter.js';
import { browserOf, keepBrowser } from '../../passwords/browser.js';

const BACK = { href: '/account', text: 'backToSignIn' } as const;
/** On a developer's machine no mail is sent. */
const MAILBOX = { href: '/account/mails', text: 'mailbox' } as const;

/** What people do who cannot sign in: a forgotten password, and registration where it is open. */
@AccountController('account')
export class RecoveryController {
  constructor(
    private readonly pages: AccountPages,
    private readonly flows: AccountFlows,
    private readonly signIn: SignIn,
    private readonly policy: PasswordPolicy,
    private readonly users: Users,
  ) {}

  @Get('forgot')
  showForgot(@Res() response: Response): void {
    this.#requireMail();
    sendAccountPage(response, forgotPage(lookOf(this.pages, response)));
  }

  /** The same answer for every name: who it is, is looked up later. */
  @Post('forgot')
  async askForReset(
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.#requireMail();
    const look = lookOf(this.pages, response);
    const typed = field(body, 'name');
    if (typed === '') {
      sendAccountPage(response, forgotPage(look, say(look, 'forgotEnter')), 422);
      return;
    }
    await this.flows.ask({ kind: 'reset', typed, languages: languagesOf(look, request) });
    this.#sayMailed(response, 'forgotSent');
  }

  @Get('reset')
  async showReset(@Query('token') token: unknown, @Res() response: Response): Promise<void> {
    sendAccountPage(response, await this.#resetPage(lookOf(this.pages, response), String(token)));
  }

  /** Whoever has the mail is the user: this browser is known from now on, and nobody can lock it out. */
  @Post('reset')
  async resetPassword(
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const look = lookOf(this.pages, response);
    const token = field(body, 'token');
    try {
      const user = await this.flows.resetPassword(token, secretField(body, 'password'), request.ip);
      const browser = browserOf(request);
      await this.signIn.remember(user, { ...doorOf(request), browser });
      keepBrowser(response, browser, this.pages.issuer.startsWith('https:'));
    } catch (error) {
      if (!isForForm(error)) throw error;
      const again = await this.#resetPage(look, token, problemText(look, error));
      sendAccountPage(response, again, error.status);
      return;
    }
    const text = say(look, 'passwordResetDone');
    const message = { title: 'passwordChanged', text, onward: TO_SIGN_IN } as const;
    sendAccountPage(response, messagePage(look, message));
  }

  @Get('register')
  showRegister(@Res() response: Response): void {
    this.#requireRegistration();
    sendAccountPage(response, registerPage(lookOf(this.pages, response)));
  }

  @Post('register')
  async register(
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.#requireRegistration();
    const look = lookOf(this.pages, response);
    const typed = field(body, 'email');
    if (!isEmail(typed) || typed.length > 254) {
      sendAccountPage(response, registerPage(look, say(look, 'registerEnter'), typed), 422);
      return;
    }
    await this.flows.ask({ kind: 'registration', typed, languages: languagesOf(look, request) });
    this.#sayMailed(response, 'registerSent');
  }

  #sayMailed(response: Response, text: TextKey): void {
    const look = lookOf(this.pages, response);
    const onward = this.pages.hasMailbox ? MAILBOX : BACK;
    const message = { title: 'mailLook', text: say(look, text), onward } as const;
    sendAccountPage(response, messagePage(look, message));
  }

  async #resetPage(look: Look, token: string, error?: Words): Promise<string> {
    const { userId = '' } = await this.flows.open(token, 'reset');
    const username = (await this.users.find(userId))?.username ?? '';
    const { minLength } = this.policy;
    return newPasswordPage(look, { token, error, username, minLength });
  }

  #requireMail(): void {
    if (!this.flows.isOpen) throw HTTP_PROBLEMS.notFound();
  }

  #requireRegistration(): void {
    if (!this.flows.mayRegister) throw HTTP_PROBLEMS.notFound();
  }
}

/** Of the mail: that of the page before those of the browser. */
const languagesOf = ({ language }: Look, request: Request): string[] => [
  language,
  ...browserOf(request).languages,
];
