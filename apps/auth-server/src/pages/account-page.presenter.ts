import {
  applyDecorators,
  Catch,
  Controller,
  Injectable,
  UseFilters,
  UseGuards,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Problem, toProblem } from '@sextant/platform-http/errors';
import { Logger } from '@sextant/platform-runtime/logging';
import { unavailableDatabase } from '@sextant/platform-data/postgres';
import type { Request, Response } from 'express';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { FIRST_PARTY } from '../clients/client.js';
import type { Door } from '../sign-in/door.js';
import { PRINTABLE } from '../users/user.js';
import { protectPage } from './headers.js';
import { errorPage, TO_ACCOUNT, type Way } from './other-pages.js';
import type { Look, Skin } from './page.js';
import { Identity } from '../http/identity.js';
import { ROUTES } from '../http/routes.js';
import { MailDelivery } from '../mails/mail-delivery.js';
import { problemText } from './problem-text.js';
import { lookFor } from './reader.js';
import { browserOf } from '../passwords/browser.js';

/** What the pages of accounts need to know of the service. */
@Injectable()
export class AccountPages {
  readonly look: Skin;
  readonly issuer: string;
  /** Whether mails are shown here instead of being sent. */
  readonly hasMailbox: boolean;

  constructor(
    { issuer, brand }: Identity,
    { mailbox }: MailDelivery,
    readonly logger: Logger,
  ) {
    this.look = { brand, assets: ROUTES.assets };
    this.issuer = issuer;
    this.hasMailbox = mailbox !== undefined;
  }
}

/** What a page looks like to whoever has sent the request; behind the guard of owners that is known. */
export const lookOf = ({ look }: AccountPages, { req, locals }: Response): Look =>
  lookFor(look, req, { own: (locals as { readonly locale?: string }).locale });

/** Answers a page of ours. */
export function sendAccountPage(response: Response, text: string, status = 200): void {
  protectPage(response);
  // The origin of forms must be told to us; the address, which may hold a token, to nobody else.
  response.setHeader('Referrer-Policy', 'same-origin');
  response.status(status).type('html').send(text);
}

/** Whether somebody can go on in the form: it is shown again, with all that was typed and what is wrong. */
export const isForForm = (error: unknown): error is Problem =>
  error instanceof Problem && (error.status === 422 || error.status === 429);

/** Refuses forms that another site has made a browser send. */
@Injectable()
export class OwnFormGuard implements CanActivate {
  constructor(private readonly pages: AccountPages) {}

  canActivate(context: ExecutionContext): boolean {
    const { method, headers } = context.switchToHttp().getRequest<Request>();
    if (method === 'GET' || method === 'HEAD') return true;
    const site = headers['sec-fetch-site'];
    const isOwn =
      site === undefined
        ? headers.origin === undefined || headers.origin === this.pages.issuer
        : site === 'same-origin' || site === 'none';
    if (!isOwn) throw AUTH_ERRORS.forged();
    return true;
  }
}

/** People see pages, whatever goes wrong. */
@Catch()
@Injectable()
export class AccountPageFilter implements ExceptionFilter {
  constructor(private readonly pages: AccountPages) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const { logger } = this.pages;
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) return; // a guard has sent people elsewhere
    const look = lookOf(this.pages, response);
    const problem = toProblem(error, unavailableDatabase);
    if (problem.status >= 500) {
      logger.error('page.failed', { code: problem.code, status: problem.status, err: error });
    }
    const ways = waysFrom(response.req.path, problem, look);
    const view = { error: problem.code, description: problemText(look, problem), ways };
    response.set(problem.headers);
    sendAccountPage(response, errorPage(look, view), problem.status);
  }
}

/** Where one asks for another link, by the page to which the link of a mail leads. */
const ASKED_AT: Readonly<Record<string, string | undefined>> = {
  '/account/reset': '/account/forgot',
  '/account/registration': '/account/register',
};

/** A link that is used up has done what it was for, or another one does: whoever has sent its form twice signs in. */
function waysFrom(path: string, { message }: Problem, { language }: Look): Way[] {
  if (message !== AUTH_ERRORS.invalidLink().message) return [TO_ACCOUNT];
  const at = ASKED_AT[path];
  const another =
    at === undefined ? [] : [{ href: `${at}?ui_locales=${language}`, text: 'linkNew' } as const];
  return [...another, { href: '/account', text: 'signIn' }];
}

/** A controller of pages of accounts: for people, so in no document of the API. */
export const AccountController = (
  path: string,
  ...guards: readonly (new (...uses: never[]) => CanActivate)[]
): ClassDecorator =>
  applyDecorators(
    ApiExcludeController(),
    UseGuards(OwnFormGuard, ...guards),
    UseFilters(AccountPageFilter),
    Controller(path),
  );

/** The door of these pages. */
export const doorOf = (request: Request): Door => ({
  name: 'form',
  ip: request.ip ?? '',
  clientId: FIRST_PARTY.account,
  browser: browserOf(request),
});

const LONGEST_FIELD = 1000;
const LONGEST_ANSWER = 20_000;
const LONGEST_NAME = 60;

/** What a passkey has answered is long. */
export function longField(body: unknown, name: string): string {
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === 'string' && value.length <= LONGEST_ANSWER ? value : '';
}

/** What somebody calls a thing of theirs. */
export function nameField(body: unknown, otherwise: string): string {
  const name = field(body, 'name');
  return name !== '' && name.length <= LONGEST_NAME && PRINTABLE.test(name) ? name : otherwise;
}

/** A field of a form, trimmed; a repeated or an endless one is none. */
export function field(body: unknown, name: string): string {
  return secretField(body, name).trim();
}

/** As it was typed. */
export function secretField(body: unknown, name: string): string {
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === 'string' && value.length <= LONGEST_FIELD ? value : '';
}
