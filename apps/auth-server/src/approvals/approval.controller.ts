import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Approvals } from './approvals.js';
import { levelOf } from '../factors/assurance.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { messagePage } from '../accounts/pages/account-pages.js';
import { approvalPage } from './approval-page.js';
import { say } from '../pages/texts/say.js';
import {
  AccountPages,
  AccountController,
  field,
  lookOf,
  sendAccountPage,
} from '../pages/account-page.presenter.js';
import { approvalIn, forgetApproval, keepApproval } from '../accounts/pages/approval.cookie.js';
import { CurrentOwner, OwnerGuard } from '../accounts/pages/own-session.guard.js';
import { signInAddress, type Owner } from '../accounts/pages/own-session.js';

/** Where the link of a mail leads that asks for an approval: the sign-in is between it and the page. */
@AccountController('account/approve')
export class ApprovalLinkController {
  constructor(private readonly pages: AccountPages) {}

  @Get()
  follow(@Query('token') token: unknown, @Res() response: Response): void {
    keepApproval(response, String(token), this.pages.issuer.startsWith('https:'));
    response.set('Cache-Control', 'no-store').redirect(303, '/account/approval');
  }
}

/** The page on which people answer what a client asks that is elsewhere (CIBA). */
@AccountController('account/approval', OwnerGuard)
export class ApprovalController {
  constructor(
    private readonly pages: AccountPages,
    private readonly approvals: Approvals,
  ) {}

  @Get()
  async show(@CurrentOwner() owner: Owner, @Req() request: Request, @Res() response: Response) {
    const token = approvalIn(request);
    const asked = await this.approvals.open(token, owner.user);
    if (levelOf(owner.session.acr) < asked.level) {
      const address = signInAddress(this.pages.issuer, { level: asked.level });
      response.set('Cache-Control', 'no-store').redirect(303, address);
      return;
    }
    const view = { ...asked, token, signedInAs: owner.user.name };
    sendAccountPage(response, approvalPage(lookOf(this.pages, response), view));
  }

  @Post()
  async answer(
    @CurrentOwner() { user, session }: Owner,
    @Body() body: unknown,
    @Req() { ip }: Request,
    @Res() response: Response,
  ): Promise<void> {
    // Of the form, not of the cookie: another link may have been opened since.
    const token = field(body, 'token');
    const isAllowed = field(body, 'answer') === 'allow';
    const { level } = await this.approvals.open(token, user);
    if (isAllowed && levelOf(session.acr) < level) throw AUTH_ERRORS.forged();
    await this.approvals.answer(token, isAllowed, { ...session, user, ip });
    forgetApproval(response);
    const look = lookOf(this.pages, response);
    const title = isAllowed ? 'approvalDone' : 'approvalDenied';
    sendAccountPage(response, messagePage(look, { title, text: say(look, 'signedOutText') }));
  }
}
