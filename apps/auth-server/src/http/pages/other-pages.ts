import { html, page, trusted, type Look } from './page.js';
import { errorMessage } from './sign-in-page.js';

export interface ErrorView {
  readonly error: string;
  readonly description: string | undefined;
  /** For whoever develops the client. */
  readonly clientId?: string | undefined;
}

/** An error that cannot be sent to the client, because nobody knows whether there is a safe way. */
export const errorPage = (look: Look, { error, description, clientId }: ErrorView): string =>
  page(look, {
    title: 'This did not work',
    body: html`<h1>This did not work</h1>
      <p class="error" role="alert">${description ?? 'The request is not valid.'}</p>
      <p>Go back to where you came from and try again. Code: <code>${error}</code></p>
      ${clientId === undefined ? undefined : html`<p class="hint">Client: <code>${clientId}</code></p>`}`,
  });

/** Asks whether to sign out; `form` is the engine's own, with its token. */
export const signOutPage = (look: Look, form: string): string =>
  page(look, {
    title: 'Sign out',
    body: html`<h1>Sign out</h1>
      <p>Do you want to sign out from ${look.brand} and from all that you opened with it?</p>
      ${trusted(form)}
      <div class="buttons">
        <button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>
          Yes, sign out
        </button>
        <button class="second" type="submit" form="op.logoutForm">No, stay</button>
      </div>`,
  });

export const signedOutPage = (look: Look): string =>
  page(look, {
    title: 'Signed out',
    body: html`<h1>Signed out</h1>
      <p>You can close this page.</p>`,
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
    title: 'Signing out',
    head: html`<noscript><meta http-equiv="refresh" content="3;url=${next}" /></noscript>`,
    script: 'go-on.js',
    body: html`<h1>Signing out</h1>
      <p><a id="next" href="${next}">Go on</a></p>
      ${frames.map((src) => html`<iframe src="${src}" hidden title="Signing out"></iframe>`)}`,
  });

export interface DeviceCodeView {
  readonly form: string;
  readonly error: string | undefined;
}

/** Asks for the code that a device shows (RFC 8628 section 3.3). */
export const deviceCodePage = (look: Look, { form, error }: DeviceCodeView): string =>
  page(look, {
    title: 'Connect a device',
    body: html`<h1>Connect a device</h1>
      <p>Enter the code that your device shows.</p>
      ${errorMessage(error)} ${trusted(accessible(form))}
      <div class="buttons">
        <button type="submit" form="op.deviceInputForm">Continue</button>
      </div>`,
  });

/** The engine's form has an inline handler, which the page's policy refuses, and no label. */
const accessible = (form: string): string =>
  form
    .replace(/ onfocus="[^"]*"/, '')
    .replace('name="user_code"', 'name="user_code" id="user_code" aria-label="Code"');

export interface DeviceConfirmView {
  readonly form: string;
  readonly clientName: string;
  readonly userCode: string;
}

export const deviceConfirmPage = (look: Look, view: DeviceConfirmView): string =>
  page(look, {
    title: 'Connect a device',
    body: html`<h1>Connect a device</h1>
      <p><strong>${view.clientName}</strong> should show this code on your device:</p>
      <p class="code"><code>${view.userCode}</code></p>
      <p>If it does not, or if it was not you who started this, cancel.</p>
      ${trusted(view.form)}
      <div class="buttons">
        <button type="submit" form="op.deviceConfirmForm" autofocus>Continue</button>
        <button class="second" type="submit" form="op.deviceConfirmForm" name="abort" value="yes">
          Cancel
        </button>
      </div>`,
  });

export const deviceDonePage = (look: Look): string =>
  page(look, {
    title: 'Device connected',
    body: html`<h1>Device connected</h1>
      <p>You can close this page and go on with your device.</p>`,
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
