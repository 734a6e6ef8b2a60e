import type { IncomingMessage } from 'node:http';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { allowFrames, protectPage } from '../../pages/headers.js';
import {
  deviceCodePage,
  deviceConfirmPage,
  deviceDonePage,
  errorPage,
  signedOutPage,
  signOutPage,
} from '../../pages/other-pages.js';
import type { Look } from '../../pages/page.js';
import { lookFor, type Reader } from '../../pages/reader.js';
import type { TextKey } from '../../pages/texts/page-texts.js';
import { say } from '../../pages/texts/say.js';
import { descriptionOf, forgetRefusal } from './refusals.js';
import { ROUTES } from '../../http/routes.js';
import type { EngineDependencies } from './settings.js';

export const lookOf = (
  { settings }: Pick<EngineDependencies, 'settings'>,
  request: IncomingMessage,
  reader?: Reader,
): Look => lookFor({ brand: settings.brandName, assets: ROUTES.assets }, request, reader);

/** Addresses of other sites that a page may load. */
export interface Loaded {
  readonly frames?: readonly string[];
  readonly images?: readonly string[];
}

/** Answers a page of ours in the place of the engine's. */
export function sendPage(
  context: KoaContextWithOIDC,
  text: string,
  { frames = [], images = [] }: Loaded = {},
) {
  protectPage(context.res, images);
  if (frames.length > 0) allowFrames(context.res, frames);
  context.type = 'html';
  context.body = text;
}

/** Errors that cannot go to the client: a page for people, JSON for programs. */
export const renderError =
  (uses: EngineDependencies) =>
  (
    context: KoaContextWithOIDC,
    out: { readonly error: string; readonly error_description?: string | undefined },
  ): void => {
    forgetRefusal(context);
    if (context.accepts('json', 'html') !== 'html') {
      context.body = out;
      return;
    }
    if (out.error === 'invalid_request' && context.oidc.route === 'end_session_confirm') {
      repeatSignOut(uses, context);
      return;
    }
    const description = out.error_description ?? descriptionOf(out.error);
    const view = { error: out.error, description, clientId: clientIdOf(context) };
    sendPage(context, errorPage(lookOf(uses, context.req), view));
  };

/** The form was sent twice, or another one was opened since: whoever is still signed in is asked again, nobody else is. */
function repeatSignOut(uses: EngineDependencies, context: KoaContextWithOIDC): void {
  if (context.oidc.session?.accountId === undefined) {
    sendPage(context, signedOutPage(lookOf(uses, context.req)));
    context.status = 200;
    return;
  }
  // 303 is what the engine answers when the session has ended.
  context.status = 302;
  context.redirect(ROUTES.endSession);
}

const LONGEST_ID = 200;

/** As it was sent: it may be the very thing that is wrong. */
function clientIdOf({ query }: KoaContextWithOIDC): string | undefined {
  const id = query['client_id'];
  return typeof id === 'string' ? id.slice(0, LONGEST_ID) : undefined;
}

export const logoutPages = (uses: EngineDependencies) => ({
  logoutSource: async (context: KoaContextWithOIDC, form: string): Promise<void> => {
    await findParticipants(context);
    sendPage(context, signOutPage(lookOf(uses, context.req), form));
  },
  postLogoutSuccessSource: (context: KoaContextWithOIDC): void => {
    sendPage(context, signedOutPage(lookOf(uses, context.req)));
  },
});

/** Before the engine stores the session: documents of clients are fetched while no connection is held. */
async function findParticipants({ oidc }: KoaContextWithOIDC): Promise<void> {
  const ids = Object.keys(oidc.session?.authorizations ?? {});
  await Promise.all(ids.map((id) => oidc.provider.Client.find(id)));
}

/** What the form of a page has to bring back: the engine keeps it in the session. */
function secretOf({ oidc }: KoaContextWithOIDC): string {
  const secret = oidc.session?.state?.['secret'];
  if (typeof secret !== 'string') throw new TypeError('The session has no secret for its form.');
  return secret;
}

/** Nothing is stored of this browser's session. */
const isStranger = ({ oidc }: KoaContextWithOIDC): boolean =>
  (oidc.session as { readonly exp?: number } | undefined)?.exp === undefined;

/** The engine would store a session of which the browser has no cookie, and fails at that. */
function beginAnew(context: KoaContextWithOIDC): void {
  Object.assign(context.oidc.session ?? {}, { touched: false });
  context.status = 303;
  context.redirect(ROUTES.codeVerification);
}

type DeviceFlow = NonNullable<NonNullable<Configuration['features']>['deviceFlow']>;

const DEVICE_ERRORS: Readonly<Record<string, TextKey>> = {
  NoCodeError: 'deviceCodeNone',
  NotFoundError: 'deviceCodeWrong',
  ExpiredError: 'deviceCodeExpired',
  AlreadyUsedError: 'deviceCodeUsed',
  AbortedError: 'deviceAborted',
};

export const deviceFlow = (uses: EngineDependencies): DeviceFlow => ({
  enabled: true,
  userCodeInputSource: (context, _form, _out, error) => {
    if (error !== undefined && isStranger(context)) {
      beginAnew(context);
      return;
    }
    const look = lookOf(uses, context.req);
    const text = error === undefined ? undefined : DEVICE_ERRORS[error.constructor.name];
    const view = {
      action: context.oidc.urlFor('code_verification'),
      xsrf: secretOf(context),
      code: (error as { readonly userCode?: string } | undefined)?.userCode,
      error: error === undefined ? undefined : say(look, text ?? 'errorTitle'),
    };
    sendPage(context, deviceCodePage(look, view));
  },
  userCodeConfirmSource: (context, form, ...[client, , userCode]) => {
    const clientName = client.clientName ?? client.clientId;
    const look = lookOf(uses, context.req);
    sendPage(context, deviceConfirmPage(look, { form, clientName, userCode }));
  },
  successSource: (context) => {
    sendPage(context, deviceDonePage(lookOf(uses, context.req)));
  },
});
