import { html, page, trusted, type Html, type Look } from './page.js';

/** What the sign-in and consent page shows. */
export interface SignInView {
  /** Where the form goes; carries the token against forged submissions. */
  readonly action: string;
  readonly clientName: string;
  /** What the client says of itself, where it says so: a picture, its privacy policy, its terms. */
  readonly logo?: string | undefined;
  readonly policy?: string | undefined;
  readonly terms?: string | undefined;
  /** Host of the redirect URI: where the person will be sent. */
  readonly destination: string | undefined;
  /** What the client asks for, in words. */
  readonly permissions: readonly string[];
  /** `password`: user name and password; `account`: signed in, may go on or take another account. */
  readonly asks: 'password' | 'account' | 'consent';
  readonly username: string;
  /** Who is signed in, when somebody is. */
  readonly signedInAs?: string;
  readonly error?: string;
  readonly factor?: FactorView;
  /** What a passkey is asked for, as JSON; absent where there can be none. */
  readonly passkey?: string;
  /** Other providers to sign in at. */
  readonly upstreams: readonly { readonly id: string; readonly name: string }[];
  /** Of this service itself: nobody else gets anything. */
  readonly isOwnPage: boolean;
  readonly help: { readonly forgot: boolean; readonly register: boolean };
}

/** The second step. */
export interface FactorView {
  /** Says who has taken the first step. */
  readonly ticket: string;
  /** Of an app that has to be added first, with its picture, which is ours. */
  readonly secret?: string;
  readonly uri?: string;
  readonly qrCode?: string;
  /** As that of the view. */
  readonly passkey?: string;
}

/** One page to sign in and to consent (spec 2, part 4.1, "Consent submission"). */
export function signInPage(look: Look, view: SignInView): string {
  if (view.factor !== undefined) return factorPage(look, view, view.factor);
  const title = view.asks === 'consent' ? 'Allow access' : 'Sign in';
  return page(look, {
    title,
    body: html`<h1>${title}</h1>
      ${logo(view)} ${whoAsks(view)} ${errorMessage(view.error)} ${goOnForm(view)}
      <form method="post" action="${view.action}">
        ${identity(view)}
        ${view.asks === 'account' || view.isOwnPage ? undefined : permissions(view.permissions)}
        <div class="buttons">
          <button type="submit" name="consent" value="allow">${buttonText(view)}</button>
          <button class="second" type="submit" name="consent" value="deny" formnovalidate>
            Cancel
          </button>
        </div>
      </form>
      ${view.asks === 'consent' ? undefined : passkeyForm(view.action, view.passkey)}
      ${elsewhere(view)} ${help(view)} ${links(view)}`,
    ...(view.passkey === undefined || view.asks === 'consent' ? {} : { script: 'passkey.js' }),
  });
}

/** What is allowed is listed above: to sign in at another provider allows the same. */
function elsewhere({ asks, action, upstreams, isOwnPage }: SignInView): Html | undefined {
  if (asks === 'consent' || upstreams.length === 0) return undefined;
  const text = (name: string) =>
    isOwnPage ? `Sign in with ${name}` : `Sign in with ${name} and allow`;
  return html`<form method="post" action="${action}" class="elsewhere">
    ${upstreams.map(
      ({ id, name }) =>
        html`<button class="second" type="submit" name="upstream" value="${id}">
          ${text(name)}
        </button>`,
    )}
  </form>`;
}

/** In a window of its own: the page here is needed afterwards. */
function help({ asks, help: { forgot, register } }: SignInView): Html | undefined {
  if (asks === 'consent' || (!forgot && !register)) return undefined;
  const link = (path: string, text: string) =>
    html`<a href="${path}" target="_blank" rel="noopener">${text}</a>`;
  return html`<p class="links">
    ${forgot ? link('/account/forgot', 'Forgot your password?') : undefined}
    ${register ? link('/account/register', 'Create an account') : undefined}
  </p>`;
}

/** Asks for a code, or shows what an app needs to make codes. */
const factorPage = (look: Look, view: SignInView, factor: FactorView): string =>
  page(look, {
    title: 'Second step',
    body: html`<h1>Second step</h1>
      ${factor.secret === undefined ? codeText : newAppText(factor)} ${errorMessage(view.error)}
      <form method="post" action="${view.action}">
        <input type="hidden" name="ticket" value="${factor.ticket}" />
        ${codeField(view.error)}
        <div class="buttons">
          <button type="submit" name="consent" value="allow">Continue</button>
          <button class="second" type="submit" name="consent" value="deny" formnovalidate>
            Cancel
          </button>
        </div>
      </form>
      ${passkeyForm(view.action, factor.passkey, factor.ticket)}`,
    ...(factor.passkey === undefined ? {} : { script: 'passkey.js' }),
  });

/** Its button comes with the script: without one there are no passkeys. */
const passkeyForm = (action: string, options: string | undefined, ticket?: string) =>
  options === undefined
    ? undefined
    : html`<form
        method="post"
        action="${action}"
        id="passkey-form"
        data-options="${options}"
        data-autofill="${ticket === undefined ? 'yes' : 'no'}"
        hidden
      >
        <input type="hidden" name="consent" value="allow" />
        ${ticket === undefined ? undefined : html`<input type="hidden" name="ticket" value="${ticket}" />`}
        <input type="hidden" name="passkey" value="" />
        <div class="buttons">
          <button class="second" type="button" id="passkey-button">Use a passkey</button>
        </div>
      </form>`;

const codeText = html`<p>
  Enter the code of your authenticator app, or one of your recovery codes.
</p>`;

type NewApp = Pick<FactorView, 'secret' | 'uri' | 'qrCode'>;

export const newAppText = ({ secret, uri, qrCode }: NewApp): Html =>
  html`<p>
      Add this account to an authenticator app: scan the picture, or type the key. Then enter the
      code that the app shows.
    </p>
    <div class="qr" role="img" aria-label="QR code with the key">${trusted(qrCode ?? '')}</div>
    <p>Key: <code class="key">${secret}</code></p>
    ${uri === undefined ? undefined : html`<p><a href="${uri}">Open it in an app on this device</a></p>`}`;

export function codeField(error: string | undefined): Html {
  const invalid =
    error === undefined ? undefined : html`aria-describedby="error" aria-invalid="true"`;
  return html`<label for="code">Code</label>
    <input
      id="code"
      name="code"
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck="false"
      maxlength="40"
      required
      autofocus
      ${invalid}
    />`;
}

function buttonText({ asks, isOwnPage }: SignInView): string {
  if (isOwnPage) return asks === 'consent' ? 'Go on' : 'Sign in';
  return asks === 'consent' ? 'Allow' : 'Sign in and allow';
}

function whoAsks({ isOwnPage, clientName, destination }: SignInView): Html {
  if (isOwnPage) return html`<p>Sign in to see and change your account.</p>`;
  return html`<p>
    <strong>${clientName}</strong> asks for access to your
    account.${
      destination === undefined
        ? undefined
        : html` You go on to
            <strong>${destination}</strong>.`
    }
  </p>`;
}

const logo = ({ logo: address }: SignInView): Html | undefined =>
  address === undefined ? undefined : html`<img class="logo" src="${address}" alt="" />`;

function links({ policy, terms }: SignInView): Html | undefined {
  if (policy === undefined && terms === undefined) return undefined;
  return html`<p class="links">
    ${policy === undefined ? undefined : html`<a href="${policy}">Privacy policy</a>`}
    ${terms === undefined ? undefined : html`<a href="${terms}">Terms of service</a>`}
  </p>`;
}

export const errorMessage = (error: string | undefined): Html | undefined =>
  error === undefined ? undefined : html`<p class="error" role="alert" id="error">${error}</p>`;

function identity({ asks, username, signedInAs, error }: SignInView): Html {
  if (asks === 'consent') return html`<p>Signed in as <strong>${signedInAs}</strong>.</p>`;
  const invalid =
    error === undefined ? undefined : html`aria-describedby="error" aria-invalid="true"`;
  const fields = html`<label for="username">User name or e-mail address</label>
    <input
      id="username"
      name="username"
      value="${username}"
      autocomplete="username webauthn"
      autocapitalize="none"
      spellcheck="false"
      maxlength="254"
      required
      autofocus
      ${invalid}
    />
    <label for="password">Password</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      maxlength="256"
      required
      ${invalid}
    />`;
  if (asks === 'password') return fields;
  return html`<h2>Or use another account</h2>
    ${fields}`;
}

/** A form of its own: Enter in the fields of the other one must never take the current account. */
function goOnForm({ asks, action, signedInAs, permissions: list }: SignInView): Html | undefined {
  if (asks !== 'account') return undefined;
  return html`${permissions(list)}
    <form method="post" action="${action}">
      <p>You are signed in as <strong>${signedInAs}</strong>.</p>
      <button type="submit" name="account" value="current">Go on as ${signedInAs}</button>
    </form>`;
}

function permissions(list: readonly string[]): Html | undefined {
  if (list.length === 0) return undefined;
  return html`<fieldset>
    <legend>This will be allowed</legend>
    <ul>
      ${list.map((text) => html`<li>${text}</li>`)}
    </ul>
  </fieldset>`;
}
