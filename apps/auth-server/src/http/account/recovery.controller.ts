import { Body, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { HTTP_PROBLEMS, Problem } from '@sextant/platform-errors';
import { isEmail } from 'class-validator';
import type { Request, Response } from 'express';
import { AccountFlows } from '../../domain/account-flows.js';
import { PASSWORD_POLICY, type PasswordPolicy } from '../../domain/password-policy.js';
import { SignIn } from '../../domain/sign-in.js';
import { USERS, type Users } from '../../domain/user.js';
import {
  forgotPage,
  messagePage,
  newPasswordPage,
  registerPage,
  TO_SIGN_IN,
} from '../pages/account-pages.js';
import {
  ACCOUNT_PAGES,
  AccountController,
  doorOf,
  field,
  secretField,
  sendAccountPage,
  type AccountPages,
} from './account-page.js';
import { browserOf, keepBrowser } from './browser.js';

const SENT =
  'If there is such an account, a mail with a link is on its way. Look into the spam folder too.';

const BACK = { href: '/account', text: 'Back to the sign-in' };
/** On a developer's machine no mail is sent. */
const MAILBOX = { href: '/account/mails', text: 'Open the mailbox of this machine' };

/** What people do who cannot sign in: a forgotten password, and registration where it is open. */
@AccountController('account')
export class RecoveryController {
  // eslint-disable-next-line max-params -- Nest injects by position
  constructor(
    @Inject(ACCOUNT_PAGES) private readonly pages: AccountPages,
    @Inject(AccountFlows) private readonly flows: AccountFlows,
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(PASSWORD_POLICY) private readonly policy: PasswordPolicy,
    @Inject(USERS) private readonly users: Users,
  ) {}

  @Get('forgot')
  showForgot(@Res() response: Response): void {
    this.#requireMail();
    sendAccountPage(response, forgotPage(this.pages.look));
  }

  /** The same answer for every name: who it is, is looked up later. */
  @Post('forgot')
  async askForReset(
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.#requireMail();
    const typed = field(body, 'name');
    if (typed === '') {
      sendAccountPage(response, forgotPage(this.pages.look, 'Enter a name or an address.'), 422);
      return;
    }
    await this.flows.ask({ kind: 'reset', typed, languages: browserOf(request).languages });
    this.#sayMailed(response, SENT);
  }

  @Get('reset')
  async showReset(@Query('token') token: unknown, @Res() response: Response): Promise<void> {
    sendAccountPage(response, await this.#resetPage(String(token)));
  }

  /** Whoever has the mail is the user: this browser is known from now on, and nobody can lock it out. */
  @Post('reset')
  async resetPassword(
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const token = field(body, 'token');
    try {
      const user = await this.flows.resetPassword(token, secretField(body, 'password'), request.ip);
      const browser = browserOf(request);
      await this.signIn.remember(user, { ...doorOf(request), browser });
      keepBrowser(response, browser, this.pages.issuer.startsWith('https:'));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 422) throw error;
      sendAccountPage(response, await this.#resetPage(token, error.message), 422);
      return;
    }
    const text =
      'Your password is changed. Go back to where you wanted to sign in, and sign in with it.';
    const message = { title: 'Password changed', text, onward: TO_SIGN_IN };
    sendAccountPage(response, messagePage(this.pages.look, message));
  }

  @Get('register')
  showRegister(@Res() response: Response): void {
    this.#requireRegistration();
    sendAccountPage(response, registerPage(this.pages.look));
  }

  @Post('register')
  async register(
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.#requireRegistration();
    const typed = field(body, 'email');
    if (!isEmail(typed) || typed.length > 254) {
      sendAccountPage(response, registerPage(this.pages.look, 'Enter an e-mail address.'), 422);
      return;
    }
    await this.flows.ask({ kind: 'registration', typed, languages: browserOf(request).languages });
    const text =
      'If accounts may be made with this address, a mail with a link is on its way. Look into the spam folder too.';
    this.#sayMailed(response, text);
  }

  #sayMailed(response: Response, text: string): void {
    const { look, hasMailbox } = this.pages;
    const message = { title: 'Look into your mail', text, onward: hasMailbox ? MAILBOX : BACK };
    sendAccountPage(response, messagePage(look, message));
  }

  async #resetPage(token: string, error?: string): Promise<string> {
    const { userId = '' } = await this.flows.open(token, 'reset');
    const username = (await this.users.find(userId))?.username ?? '';
    const { minLength } = this.policy;
    return newPasswordPage(this.pages.look, { token, error, username, minLength });
  }

  #requireMail(): void {
    if (!this.flows.isOpen) throw HTTP_PROBLEMS.notFound();
  }

  #requireRegistration(): void {
    if (!this.flows.mayRegister) throw HTTP_PROBLEMS.notFound();
  }
}
