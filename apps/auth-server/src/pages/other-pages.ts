import { html, Html, trusted, type Words } from './html.js';
import { page, type Look } from './page.js';
import { errorMessage } from './sign-in-page.js';
import type { TextKey } from './texts/page-texts.js';
import { say } from './texts/say.js';

/** Where a page leads. */
export interface Way {
  readonly href: string;
  readonly text: TextKey;
}

export interface ErrorView {
  readonly error: string;
  readonly description: Words | undefined;
  /** Ways on; to one's own page if absent, which asks for a sign-in where there is none. */
  readonly ways?: readonly Way[] | undefined;
  /** For whoever develops the client. */
  readonly clientId?: string | undefined;
}

/** An error that cannot be sent to the client, because nobody knows whether there is a safe way. */
export const errorPage = (
  look: Look,
  { error, description, clientId, ways = [TO_ACCOUNT] }: ErrorView,
): string =>
  page(look, {
    title: say(look, 'errorTitle'),
    body: html`<h1>${say(look, 'errorTitle')}</h1>
      ${whatWentWrong(look, description)} ${linksTo(look, ways)}
      <p>${say(look, 'errorCode')} <code>${error}</code></p>
      ${clientId === undefined ? undefined : html`<p class="hint">${say(look, 'errorClient')}: <code>${clientId}</code></p>`}`,
  });

export const TO_ACCOUNT: Way = { href: '/account', text: 'accountLink' };

export const linksTo = (look: Look, ways: readonly Way[]): Html[] =>
  ways.map(({ href, text }) => html`<p><a href="${href}">${say(look, text)}</a></p>`);

/** What the protocol says is English, for developers: others read something in their language before it. */
function whatWentWrong(look: Look, description: Words | undefined): Html {
  const isForReader = description instanceof Html || look.language === 'en';
  if (description === undefined || isForReader) {
    return html`<p class="error" role="alert">${description ?? say(look, 'problem.any')}</p>`;
  }
  return html`<p class="error" role="alert">${say(look, 'problem.any')}</p>
    <p class="hint" lang="en" dir="ltr">${description}</p>`;
}

/** Asks whether to sign out; `form` is the engine's own, with its token. */
export const signOutPage = (look: Look, form: string): string =>
  page(look, {
    title: say(look, 'signOut'),
    body: html`<h1>${say(look, 'signOut')}</h1>
      <p>${say(look, 'signOutAsk', { brand: look.brand })}</p>
      ${trusted(form)}
      <div class="buttons">
        <button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>
          ${say(look, 'signOutYes')}
        </button>
        <button class="second" type="submit" form="op.logoutForm">${say(look, 'signOutNo')}</button>
      </div>`,
  });

export const signedOutPage = (look: Look): string =>
  page(look, {
    title: say(look, 'signedOut'),
    body: html`<h1>${say(look, 'signedOut')}</h1>
      <p>${say(look, 'signedOutText')}</p>
      ${linksTo(look, [{ href: '/account', text: 'signIn' }])}`,
  });

export interface FrontChannelView {
  /** The clients' logout addresses, with `iss` and `sid` where they want them. */
  readonly frames: readonly string[];
  readonly next: string;
}

/**
 * Loads every client's logout address in a frame, then goes on.
 *
 * @see OpenID Connect Front-Channel Logout 1.0, section 3
 */
export const frontChannelPage = (look: Look, { frames, next }: FrontChannelView): string =>
  page(look, {
    title: say(look, 'signingOut'),
    head: html`<noscript><meta http-equiv="refresh" content="3;url=${next}" /></noscript>`,
    script: 'go-on.js',
    body: html`<h1>${say(look, 'signingOut')}</h1>
      <p><a id="next" href="${next}">${say(look, 'goOn')}</a></p>
      ${frames.map((src) => html`<iframe src="${src}" hidden title="${say(look, 'signingOut')}"></iframe>`)}`,
  });

export interface PostBackView {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Posts an answer to the client (OAuth 2.0 Form Post Response Mode, section 2). */
export const postBackPage = (look: Look, { action, fields }: PostBackView): string =>
  page(look, {
    title: say(look, 'continue'),
    script: 'submit.js',
    body: html`<form method="post" action="${action}">
      ${Object.entries(fields).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      <div class="buttons"><button type="submit" autofocus>${say(look, 'continue')}</button></div>
    </form>`,
  });

export interface DeviceCodeView {
  readonly action: string;
  /** Of the session: it has to come back with the form. */
  readonly xsrf: string;
  /** What was entered, where it was wrong. */
  readonly code?: string | undefined;
  readonly error: Words | undefined;
}

/** Asks for the code that a device shows (RFC 8628 section 3.3). */
export const deviceCodePage = (look: Look, { action, xsrf, code, error }: DeviceCodeView): string =>
  page(look, {
    title: say(look, 'device'),
    body: html`<h1>${say(look, 'device')}</h1>
      <p>${say(look, 'deviceCode')}</p>
      ${errorMessage(error)}
      <form id="op.deviceInputForm" novalidate method="post" action="${action}">
        <input type="hidden" name="xsrf" value="${xsrf}" />
        <input
          type="text"
          name="user_code"
          id="user_code"
          aria-label="${say(look, 'code')}"
          value="${code ?? ''}"
          autofocus
          autocomplete="off"
        />
      </form>
      <div class="buttons">
        <button type="submit" form="op.deviceInputForm">${say(look, 'continue')}</button>
      </div>`,
  });

export interface DeviceConfirmView {
  readonly form: string;
  readonly clientName: string;
  readonly userCode: string;
}

export const deviceConfirmPage = (look: Look, view: DeviceConfirmView): string =>
  page(look, {
    title: say(look, 'device'),
    body: html`<h1>${say(look, 'device')}</h1>
      <p>
        ${say(look, 'deviceCheck', { client: html`<strong dir="auto">${view.clientName}</strong>` })}
      </p>
      <p class="code"><code>${view.userCode}</code></p>
      <p>${say(look, 'deviceForeign')}</p>
      ${trusted(view.form)}
      <div class="buttons">
        <button type="submit" form="op.deviceConfirmForm" autofocus>
          ${say(look, 'continue')}
        </button>
        <button class="second" type="submit" form="op.deviceConfirmForm" name="abort" value="yes">
          ${say(look, 'cancel')}
        </button>
      </div>`,
  });

export const deviceDonePage = (look: Look): string =>
  page(look, {
    title: say(look, 'deviceDone'),
    body: html`<h1>${say(look, 'deviceDone')}</h1>
      <p>${say(look, 'deviceDoneText')}</p>`,
  });

/** The page that `error_uri` points at. */
export const errorsPage = (look: Look, codes: Readonly<Record<string, string>>): string =>
  page(look, {
    title: 'Errors',
    body: html`<h1>Errors</h1>
      <dl>
        ${Object.entries(codes).map(
          ([code, text]) =>
            html`<dt id="${code}"><code>${code}</code></dt>
              <dd>${text}</dd>`,
        )}
      </dl>`,
  });

/**
 * The iframe that clients poll; the script answers `changed` or `unchanged`.
 *
 * @see OpenID Connect Session Management 1.0, section 3.2
 */
export const sessionIframe = (assets: string): string =>
  html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Session</title>
        <script src="${assets}/session.js"></script>
      </head>
      <body></body>
    </html>`.text;
