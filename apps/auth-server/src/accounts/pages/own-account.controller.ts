import { Body, Get, Post, Req, Res } from '@nestjs/common';
import { isEmail } from 'class-validator';
import type { Request, Response } from 'express';
import { AccountDeletion } from '../account-deletion.js';
import { AccountFlows } from '../account-flows.js';
import { OwnAccount } from '../own-account.js';
import { Passkeys } from '../../factors/passkeys.js';
import { PasswordPolicy } from '../../passwords/password-policy.js';
import { Upstreams } from '../../upstream/upstreams.js';
import { UserAdmin } from '../../users/user-admin.js';
import { presentUser } from '../../users/user.presenter.js';
import { presentFactor } from '../../factors/factor.presenter.js';
import { presentSession } from '../../sessions/session.presenter.js';
import { messagePage, TO_SIGN_IN } from './account-pages.js';
import type { Words } from '../../pages/html.js';
import { ownAccountPage } from './own-account-page.js';
import type { Look } from '../../pages/page.js';
import { problemText } from '../../pages/problem-text.js';
import { isLanguage } from '../../languages/languages.js';
import { say } from '../../pages/texts/say.js';
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
import { approvalIn } from './approval.cookie.js';
import { takeOnward } from './onward.cookie.js';
import { CurrentOwner, OwnerGuard } from './own-session.guard.js';
import { type Owner } from './own-session.js';

/** What a form has done, or why it has not. */
interface Outcome {
  readonly done?: Words;
  readonly error?: Words;
}

/** People's own pages. */
@AccountController('account', OwnerGuard)
export class OwnAccountController {
  constructor(
    private readonly pages: AccountPages,
    private readonly account: OwnAccount,
    private readonly users: UserAdmin,
    private readonly flows: AccountFlows,
    private readonly deletion: AccountDeletion,
    private readonly passkeys: Passkeys,
    private readonly policy: PasswordPolicy,
    private readonly upstreams: Upstreams,
  ) {}

  @Get()
  async show(@CurrentOwner() owner: Owner, @Res() response: Response): Promise<void> {
    await this.#show(owner, response, {});
  }

  /** Where the sign-in comes back to; its code is of no use. */
  @Get('signed-in')
  signedIn(@Req() request: Request, @Res() response: Response): void {
    const asked = takeOnward(request, response);
    const onward = approvalIn(request) === '' ? (asked ?? '/account') : '/account/approval';
    response.set('Cache-Control', 'no-store').redirect(303, onward);
  }

  @Post('password')
  async changePassword(
    @CurrentOwner() owner: Owner,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const look = lookOf(this.pages, response);
    const door = doorOf(request);
    const outcome = await outcomeOf(look, async () => {
      await this.#reauthenticate(owner, body, request);
      await this.account.changePassword(owner.user, secretField(body, 'password'), door);
    });
    if (outcome.error !== undefined) {
      await this.#show(owner, response, outcome);
      return;
    }
    const text = say(look, 'passwordChangedText');
    sendAccountPage(
      response,
      messagePage(look, { title: 'passwordChanged', text, onward: TO_SIGN_IN }),
    );
  }

  @Post('email')
  async changeAddress(
    @CurrentOwner() owner: Owner,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const address = field(body, 'email');
    const look = lookOf(this.pages, response);
    if (!isEmail(address)) {
      await this.#show(owner, response, { error: say(look, 'registerEnter') });
      return;
    }
    const done = say(look, 'addressChangeMailed', { address });
    const outcome = await outcomeOf(
      look,
      async () => {
        const current = secretField(body, 'current');
        await this.account.reauthenticate(owner.user, current, doorOf(request));
        await this.account.changeAddress(owner.user, address);
      },
      done,
    );
    await this.#show(owner, response, outcome);
  }

  @Post('language')
  async changeLanguage(
    @CurrentOwner() owner: Owner,
    @Body() body: unknown,
    @Req() { ip }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const locale = field(body, 'locale');
    if (isLanguage(locale)) await this.account.changeLanguage(owner.user, locale, ip);
    response.redirect(303, '/account');
  }

  @Post('sessions/end')
  async endSession(
    @CurrentOwner() { user }: Owner,
    @Body() body: unknown,
    @Req() { ip }: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.users.endSession(user.id, field(body, 'sid'), { id: user.id, ip });
    response.redirect(303, '/account');
  }

  @Post('sessions/end-all')
  async endAll(
    @CurrentOwner() { user }: Owner,
    @Req() { ip }: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.users.signOutEverywhere(user.id, { id: user.id, ip });
    const look = lookOf(this.pages, response);
    const text = say(look, 'sessionsEnded');
    sendAccountPage(
      response,
      messagePage(look, { title: 'signedOutEverywhere', text, onward: TO_SIGN_IN }),
    );
  }

  @Post('applications/withdraw')
  async withdraw(
    @CurrentOwner() { user }: Owner,
    @Body() body: unknown,
    @Req() { ip }: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.account.withdraw(user, field(body, 'client_id'), ip);
    response.redirect(303, '/account');
  }

  @Post('upstreams/remove')
  async unlink(
    @CurrentOwner() owner: Owner,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const look = lookOf(this.pages, response);
    const outcome = await outcomeOf(look, async () => {
      await this.#reauthenticate(owner, body, request);
      await this.upstreams.unlink(owner.user, field(body, 'upstream'), request.ip);
    });
    await this.#show(owner, response, outcome);
  }

  /** The account is there for some days yet: here it is told until when, and called off. */
  @Post('deletion')
  async askForDeletion(
    @CurrentOwner() owner: Owner,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const look = lookOf(this.pages, response);
    const outcome = await outcomeOf(look, async () => {
      await this.#reauthenticate(owner, body, request);
      await this.deletion.ask(owner.user, request.ip);
    });
    await this.#show(owner, response, outcome);
  }

  @Post('deletion/cancel')
  async cancelDeletion(
    @CurrentOwner() { user }: Owner,
    @Req() { ip }: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.deletion.cancel(user, ip);
    response.redirect(303, '/account');
  }

  /** All that the service knows of the person, but for what is secret. */
  @Get('data.json')
  async download(@CurrentOwner() owner: Owner, @Res() response: Response): Promise<void> {
    const { user, factors, sessions, applications } = await this.account.overview(owner.user);
    response.set({ 'Cache-Control': 'no-store', 'Content-Disposition': 'attachment' }).json({
      user: presentUser(user),
      factors: factors.map(presentFactor),
      sessions: sessions.map(presentSession),
      applications: applications.map(({ clientId, name, scopes, since }) => ({
        client_id: clientId,
        client_name: name,
        scopes,
        since: since.toISOString(),
      })),
    });
  }

  #reauthenticate({ user }: Owner, body: unknown, request: Request): Promise<void> {
    return this.account.reauthenticate(user, secretField(body, 'current'), doorOf(request));
  }

  async #show({ user, session }: Owner, response: Response, outcome: Outcome): Promise<void> {
    const view = {
      ...(await this.account.overview(user)),
      ...outcome,
      sessionUid: session.uid,
      minLength: this.policy.minLength,
      upstreams: await this.upstreams.linksOf(user.id),
      hasMail: this.flows.isOpen,
      hasPasskeys: this.passkeys.isPossible,
      deletionDue: await this.deletion.dueOf(user.id),
      deletionDays: this.deletion.days,
    };
    const status = outcome.error === undefined ? 200 : 422;
    sendAccountPage(response, ownAccountPage(lookOf(this.pages, response), view), status);
  }
}

/** What the person can mend is said on the page; the rest is thrown on. */
async function outcomeOf(look: Look, work: () => Promise<void>, done?: Words): Promise<Outcome> {
  try {
    await work();
    return done === undefined ? {} : { done };
  } catch (error) {
    if (!isForForm(error)) throw error;
    return { error: problemText(look, error) };
  }
}
