import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { allowFrames, protectPage } from '../http/pages/headers.js';
import {
  deviceCodePage,
  deviceConfirmPage,
  deviceDonePage,
  errorPage,
  signedOutPage,
  signOutPage,
} from '../http/pages/other-pages.js';
import type { Look } from '../http/pages/page.js';
import { descriptionOf } from './refusals.js';
import { ROUTES } from './routes.js';
import type { EngineDependencies } from './settings.js';

export const lookOf = ({ settings }: Pick<EngineDependencies, 'settings'>): Look => ({
  brand: settings.brandName,
  assets: ROUTES.assets,
});

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
    if (context.accepts('json', 'html') !== 'html') {
      context.body = out;
      return;
    }
    const description = out.error_description ?? descriptionOf(out.error);
    const view = { error: out.error, description, clientId: clientIdOf(context) };
    sendPage(context, errorPage(lookOf(uses), view));
  };

const LONGEST_ID = 200;

/** As it was sent: it may be the very thing that is wrong. */
function clientIdOf({ query }: KoaContextWithOIDC): string | undefined {
  const id = query['client_id'];
  return typeof id === 'string' ? id.slice(0, LONGEST_ID) : undefined;
}

export const logoutPages = (uses: EngineDependencies) => ({
  logoutSource: (context: KoaContextWithOIDC, form: string): void => {
    sendPage(context, signOutPage(lookOf(uses), form));
  },
  postLogoutSuccessSource: (context: KoaContextWithOIDC): void => {
    sendPage(context, signedOutPage(lookOf(uses)));
  },
});

type DeviceFlow = NonNullable<NonNullable<Configuration['features']>['deviceFlow']>;

const DEVICE_ERRORS: Readonly<Record<string, string>> = {
  NoCodeError: 'Enter the code.',
  NotFoundError: 'This code is wrong. Check it and enter it again.',
  ExpiredError: 'This code has expired. Start again on your device.',
  AlreadyUsedError: 'This code was used already. Start again on your device.',
  AbortedError: 'Cancelled. Your device was not connected.',
};

export const deviceFlow = (uses: EngineDependencies): DeviceFlow => ({
  enabled: true,
  userCodeInputSource: (context, form, _out, error) => {
    const text = error === undefined ? undefined : DEVICE_ERRORS[error.constructor.name];
    const message = error === undefined ? undefined : (text ?? 'This did not work. Try again.');
    sendPage(context, deviceCodePage(lookOf(uses), { form, error: message }));
  },
  userCodeConfirmSource: (context, form, ...[client, , userCode]) => {
    const clientName = client.clientName ?? client.clientId;
    sendPage(context, deviceConfirmPage(lookOf(uses), { form, clientName, userCode }));
  },
  successSource: (context) => {
    sendPage(context, deviceDonePage(lookOf(uses)));
  },
});
