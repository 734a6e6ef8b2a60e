import { Body, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { Problem } from '@sextant/platform-errors';
import type { Request, Response } from 'express';
import { AccountFlows } from '../../domain/account-flows.js';
import { AUTH_ERRORS } from '../../domain/auth-errors.js';
import { PASSWORD_POLICY, type PasswordPolicy } from '../../domain/password-policy.js';
import { PRINTABLE, USERNAME } from '../../domain/user.js';
import { confirmPage, messagePage, newAccountPage, TO_SIGN_IN } from '../pages/account-pages.js';
import {
  ACCOUNT_PAGES,
  AccountController,
  field,
  secretField,
  sendAccountPage,
  type AccountPages,
} from './account-page.js';

type Joining = 'invitation' | 'registration';

interface Draft {
  readonly token: string;
  readonly username?: string;
  readonly name?: string;
  readonly error?: string;
}

/** The pages that links in mails lead to. A link is used up by its form, never by being opened. */
@AccountController('account')
export class LinksController {
  constructor(
    @Inject(ACCOUNT_PAGES) private readonly pages: AccountPages,
    @Inject(AccountFlows) private readonly flows: AccountFlows,
    @Inject(PASSWORD_POLICY) private readonly policy: PasswordPolicy,
  ) {}

  @Get('verify')
  async showVerify(@Query('token') query: unknown, @Res() response: Response): Promise<void> {
    const token = String(query);
    const { address } = await this.flows.open(token, 'verify');
    const view = {
      action: '/account/verify',
      title: 'Confirm your address',
      text: `Is ${address} your e-mail address?`,
      button: 'Yes, confirm',
      token,
    };
    sendAccountPage(response, confirmPage(this.pages.look, view));
  }

  @Post('verify')
  async verify(@Body() body: unknown, @Req() { ip }: Request, @Res() response: Response) {
    const { email } = await this.flows.verifyAddress(field(body, 'token'), ip);
    const text = `${email} is confirmed.`;
    sendAccountPage(response, messagePage(this.pages.look, { title: 'Address confirmed', text }));
  }

  @Get('address')
  async showAddress(@Query('token') query: unknown, @Res() response: Response): Promise<void> {
    const token = String(query);
    const { address } = await this.flows.open(token, 'change-address');
    const view = {
      action: '/account/address',
      title: 'Change your address',
      text: `From now on your e-mail address is ${address}. The old one gets a last mail.`,
      button: 'Change the address',
      token,
    };
    sendAccountPage(response, confirmPage(this.pages.look, view));
  }

  @Post('address')
  async changeAddress(@Body() body: unknown, @Req() { ip }: Request, @Res() response: Response) {
    const { email } = await this.flows.changeAddress(field(body, 'token'), ip);
    const text = `Your address is ${email} now.`;
    sendAccountPage(response, messagePage(this.pages.look, { title: 'Address changed', text }));
  }

  @Get('invitation')
  async showInvitation(@Query('token') token: unknown, @Res() response: Response): Promise<void> {
    sendAccountPage(response, await this.#joinPage('invitation', { token: String(token) }));
  }

  @Post('invitation')
  acceptInvitation(@Body() body: unknown, @Res() response: Response): Promise<void> {
    return this.#join('invitation', body, response);
  }

  @Get('registration')
  async showRegistration(@Query('token') token: unknown, @Res() response: Response): Promise<void> {
    sendAccountPage(response, await this.#joinPage('registration', { token: String(token) }));
  }

  @Post('registration')
  finishRegistration(@Body() body: unknown, @Res() response: Response): Promise<void> {
    return this.#join('registration', body, response);
  }

  async #join(kind: Joining, body: unknown, response: Response): Promise<void> {
    const draft = {
      token: field(body, 'token'),
      username: field(body, 'username'),
      name: field(body, 'name'),
    };
    try {
      await this.flows.accept(draft.token, kind, {
        username: draft.username,
        name: checkedName(draft),
        password: secretField(body, 'password'),
      });
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 422) throw error;
      const again = await this.#joinPage(kind, { ...draft, error: error.message });
      sendAccountPage(response, again, 422);
      return;
    }
    const text = 'Your account is there. Go back to where you wanted to sign in, and sign in.';
    sendAccountPage(
      response,
      messagePage(this.pages.look, { title: 'Welcome', text, onward: TO_SIGN_IN }),
      201,
    );
  }

  async #joinPage(kind: Joining, { token, username, name, error }: Draft): Promise<string> {
    const { address, invitedAs } = await this.flows.open(token, kind);
    return newAccountPage(this.pages.look, {
      action: `/account/${kind}`,
      token,
      error,
      address,
      minLength: this.policy.minLength,
      username: invitedAs.username ?? username ?? '',
      isNameFixed: invitedAs.username !== undefined,
      name: name ?? invitedAs.name ?? '',
    });
  }
}

/** @returns the name, or the user name in its place */
function checkedName({
  username,
  name,
}: {
  readonly username: string;
  readonly name: string;
}): string {
  if (!USERNAME.test(username)) {
    throw AUTH_ERRORS.invalid({ message: 'A user name has 1 to 64 letters, digits, ., _ or -.' });
  }
  const shown = name === '' ? username : name;
  if (shown.length > 100 || !PRINTABLE.test(shown)) {
    throw AUTH_ERRORS.invalid({
      message: 'A name has at most 100 characters that can be printed.',
    });
  }
  return shown;
}
