import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccountFlows } from '../account-flows.js';
import { AUTH_ERRORS } from '../../errors/auth-errors.js';
import { PasswordPolicy } from '../../passwords/password-policy.js';
import { PRINTABLE, USERNAME } from '../../users/user.js';
import { html, type Words } from '../../pages/html.js';
import { problemText } from '../../pages/problem-text.js';
import { say } from '../../pages/texts/say.js';
import { confirmPage, messagePage, newAccountPage, TO_SIGN_IN } from './account-pages.js';
import {
  AccountPages,
  AccountController,
  field,
  isForForm,
  lookOf,
  secretField,
  sendAccountPage,
} from '../../pages/account-page.presenter.js';

type Joining = 'invitation' | 'registration';

interface Draft {
  readonly token: string;
  readonly username?: string;
  readonly name?: string;
  readonly error?: Words;
}

/** The pages that links in mails lead to. A link is used up by its form, never by being opened. */
@AccountController('account')
export class LinksController {
  constructor(
    private readonly pages: AccountPages,
    private readonly flows: AccountFlows,
    private readonly policy: PasswordPolicy,
  ) {}

  @Get('verify')
  async showVerify(@Query('token') query: unknown, @Res() response: Response): Promise<void> {
    const token = String(query);
    const { address } = await this.flows.open(token, 'verify');
    const look = lookOf(this.pages, response);
    const view = {
      action: '/account/verify',
      title: 'addressConfirmTitle',
      text: say(look, 'addressConfirmText', { address: html`<bdi>${address}</bdi>` }),
      button: 'addressConfirm',
      token,
    } as const;
    sendAccountPage(response, confirmPage(look, view));
  }

  @Post('verify')
  async verify(@Body() body: unknown, @Req() { ip }: Request, @Res() response: Response) {
    const { email } = await this.flows.verifyAddress(field(body, 'token'), ip);
    const look = lookOf(this.pages, response);
    const text = say(look, 'addressConfirmedText', { address: html`<bdi>${email}</bdi>` });
    sendAccountPage(response, messagePage(look, { title: 'addressConfirmed', text }));
  }

  @Get('address')
  async showAddress(@Query('token') query: unknown, @Res() response: Response): Promise<void> {
    const token = String(query);
    const { address } = await this.flows.open(token, 'change-address');
    const look = lookOf(this.pages, response);
    const view = {
      action: '/account/address',
      title: 'addressChangeTitle',
      text: say(look, 'addressChangeText', { address: html`<bdi>${address}</bdi>` }),
      button: 'addressChange',
      token,
    } as const;
    sendAccountPage(response, confirmPage(look, view));
  }

  @Post('address')
  async changeAddress(@Body() body: unknown, @Req() { ip }: Request, @Res() response: Response) {
    const { email } = await this.flows.changeAddress(field(body, 'token'), ip);
    const look = lookOf(this.pages, response);
    const text = say(look, 'addressChangedText', { address: html`<bdi>${email}</bdi>` });
    sendAccountPage(response, messagePage(look, { title: 'addressChanged', text }));
  }

  @Get('invitation')
  async showInvitation(@Query('token') token: unknown, @Res() response: Response): Promise<void> {
    sendAccountPage(
      response,
      await this.#joinPage(response, 'invitation', { token: String(token) }),
    );
  }

  @Post('invitation')
  acceptInvitation(@Body() body: unknown, @Res() response: Response): Promise<void> {
    return this.#join('invitation', body, response);
  }

  @Get('registration')
  async showRegistration(@Query('token') token: unknown, @Res() response: Response): Promise<void> {
    sendAccountPage(
      response,
      await this.#joinPage(response, 'registration', { token: String(token) }),
    );
  }

  @Post('registration')
  finishRegistration(@Body() body: unknown, @Res() response: Response): Promise<void> {
    return this.#join('registration', body, response);
  }

  async #join(kind: Joining, body: unknown, response: Response): Promise<void> {
    const look = lookOf(this.pages, response);
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
      if (!isForForm(error)) throw error;
      const told = { ...draft, error: problemText(look, error) };
      const again = await this.#joinPage(response, kind, told);
      sendAccountPage(response, again, error.status);
      return;
    }
    const text = say(look, 'welcomeText');
    sendAccountPage(
      response,
      messagePage(look, { title: 'welcome', text, onward: TO_SIGN_IN }),
      201,
    );
  }

  async #joinPage(
    response: Response,
    kind: Joining,
    { token, username, name, error }: Draft,
  ): Promise<string> {
    const { address, invitedAs } = await this.flows.open(token, kind);
    return newAccountPage(lookOf(this.pages, response), {
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
    throw AUTH_ERRORS.invalidUserName();
  }
  const shown = name === '' ? username : name;
  if (shown.length > 100 || !PRINTABLE.test(shown)) {
    throw AUTH_ERRORS.invalidName();
  }
  return shown;
}
