import { html, trusted, type Html, type Words } from './html.js';
import { page, type Look } from './page.js';
import { codesPage, offerPage } from './passkey-offer-page.js';
import type { TextKey } from './texts/page-texts.js';
import { say } from './texts/say.js';

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
  readonly permissions: readonly Words[];
  /** `password`: user name and password; `account`: signed in, may go on or take another account. */
  readonly asks: 'password' | 'account' | 'consent';
  readonly username: string;
  /** Who is signed in, when somebody is. */
  readonly signedInAs?: string;
  readonly error?: Words;
  readonly factor?: FactorView;
  /** What a passkey is asked for, as JSON; absent where there can be none. */
  readonly passkey?: string;
  /** Other providers to sign in at. */
  readonly upstreams: readonly { readonly id: string; readonly name: string }[];
  /** Of the operator's own: nobody else gets anything. */
  readonly isOwnPage: boolean;
  /** People's own pages, which are not called by a name. */
  readonly isAccount: boolean;
  readonly help: { readonly forgot: boolean; readonly register: boolean };
}

/** The second step, or what comes after the last one. */
export interface FactorView {
  /** Says who has taken the steps before. */
  readonly ticket: string;
  /** Whether the browser can make passkeys, as its script has said at the first step. */
  readonly canMakePasskeys?: boolean;
  /** Of a passkey that is offered: what the browser is asked to make, as JSON. */
  readonly offer?: string;
  /** Recovery codes that come with it. */
  readonly codes?: readonly string[];
  /** Days in which this browser need not show it again, if its person wishes so. */
  readonly trustDays?: number;
  /** Of an app that has to be added first, with its picture, which is ours. */
  readonly secret?: string;
  readonly uri?: string;
  readonly qrCode?: string;
  /** As that of the view. */
  readonly passkey?: string;
}

/** One page to sign in and to consent (spec 2, part 4.1, "Consent submission"). */
export function signInPage(look: Look, view: SignInView): string {
  if (view.factor !== undefined) return laterPage(look, view, view.factor);
  const title = say(look, view.asks === 'consent' ? 'allowTitle' : 'signIn');
  return page(look, {
    title,
    body: html`<h1>${title}</h1>
      ${logo(view)} ${whoAsks(look, view)} ${errorMessage(view.error)} ${goOnForm(look, view)}
      <form method="post" action="${view.action}">
        ${identity(look, view)} ${offerField(view)}
        ${view.asks === 'account' || view.isOwnPage ? undefined : permissions(look, view.permissions)}
        <div class="buttons">
          <button type="submit" name="consent" value="allow">${buttonText(look, view)}</button>
          <button class="second" type="submit" name="consent" value="deny" formnovalidate>
            ${say(look, 'cancel')}
          </button>
        </div>
      </form>
      ${view.asks === 'consent' ? undefined : passkeyForm(look, { action: view.action, options: view.passkey })}
      ${elsewhere(look, view)} ${help(look, view)} ${links(look, view)}`,
    ...(view.passkey === undefined || view.asks === 'consent' ? {} : { script: 'passkey.js' }),
  });
}

/** What comes after the first step. */
function laterPage(look: Look, view: SignInView, factor: FactorView): string {
  const { ticket, offer, codes } = factor;
  if (offer !== undefined) return offerPage(look, view, { ticket, offer });
  if (codes !== undefined) return codesPage(look, view, { ticket, codes });
  return factorPage(look, view, factor);
}

/** What is allowed is listed above: to sign in at another provider allows the same. */
function elsewhere(
  look: Look,
  { asks, action, upstreams, isOwnPage }: SignInView,
): Html | undefined {
  if (asks === 'consent' || upstreams.length === 0) return undefined;
  const key = isOwnPage ? 'signInWith' : 'signInWithAllow';
  return html`<form method="post" action="${action}" class="elsewhere">
    ${upstreams.map(
      ({ id, name }) =>
        html`<button class="second" type="submit" name="upstream" value="${id}">
          ${say(look, key, { name })}
        </button>`,
    )}
  </form>`;
}

/** In a window of its own: the page here is needed afterwards. */
function help(look: Look, { asks, help: { forgot, register } }: SignInView): Html | undefined {
  if (asks === 'consent' || (!forgot && !register)) return undefined;
  const link = (path: string, key: TextKey) =>
    html`<a href="${path}?ui_locales=${look.language}" target="_blank" rel="noopener"
      >${say(look, key)}</a
    >`;
  return html`<p class="links">
    ${forgot ? link('/account/forgot', 'forgotLink') : undefined}
    ${register ? link('/account/register', 'createAccount') : undefined}
  </p>`;
}

/** Asks for a code, or shows what an app needs to make codes. */
const factorPage = (look: Look, view: SignInView, factor: FactorView): string =>
  page(look, {
    title: say(look, 'factorStep'),
    body: html`<h1>${say(look, 'factorStep')}</h1>
      ${factor.secret === undefined ? codeText(look) : newAppText(look, factor)}
      ${errorMessage(view.error)}
      <form method="post" action="${view.action}">
        <input type="hidden" name="ticket" value="${factor.ticket}" />
        ${codeField(look, view.error)} ${trustField(look, factor)}
        ${factor.canMakePasskeys === true ? html`<input type="hidden" name="offer" value="yes" />` : undefined}
        <div class="buttons">
          <button type="submit" name="consent" value="allow">${say(look, 'continue')}</button>
          <button class="second" type="submit" name="consent" value="deny" formnovalidate>
            ${say(look, 'cancel')}
          </button>
        </div>
      </form>
      ${passkeyForm(look, { action: view.action, options: factor.passkey, ticket: factor.ticket })}`,
    ...(factor.passkey === undefined ? {} : { script: 'passkey.js' }),
  });

const trustField = (look: Look, { trustDays }: FactorView): Html | undefined =>
  trustDays === undefined
    ? undefined
    : html`<label class="choice">
        <input type="checkbox" name="trust" value="yes" />
        ${say(look, 'trustBrowser', { days: String(trustDays) })}
      </label>`;

/** The script of passkeys fills it in, where the browser can make one: who fills in the form otherwise is offered none. */
const offerField = ({ passkey, asks }: SignInView): Html | undefined =>
  passkey === undefined || asks === 'consent'
    ? undefined
    : html`<input type="hidden" name="offer" value="" />`;

interface PasskeyForm {
  readonly action: string;
  readonly options: string | undefined;
  readonly ticket?: string;
}

/** Its button comes with the script: without one there are no passkeys. */
const passkeyForm = (look: Look, { action, options, ticket }: PasskeyForm) =>
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
          <button class="second" type="button" id="passkey-button">
            ${say(look, 'passkeyUse')}
          </button>
        </div>
      </form>`;

const codeText = (look: Look): Html => html`<p>${say(look, 'codeEnter')}</p>`;

type NewApp = Pick<FactorView, 'secret' | 'uri' | 'qrCode'>;

export const newAppText = (look: Look, { secret, uri, qrCode }: NewApp): Html =>
  html`<p>${say(look, 'appHowTo')}</p>
    <div class="qr" role="img" aria-label="${say(look, 'appPicture')}">
      ${trusted(qrCode ?? '')}
    </div>
    <p>${say(look, 'appKey')}: <code class="key">${secret}</code></p>
    ${uri === undefined ? undefined : html`<p><a href="${uri}">${say(look, 'appOpen')}</a></p>`}`;

export function codeField(look: Look, error: Words | undefined): Html {
  const invalid =
    error === undefined ? undefined : html`aria-describedby="error" aria-invalid="true"`;
  return html`<label for="code">${say(look, 'code')}</label>
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

function buttonText(look: Look, { asks, isOwnPage }: SignInView): Html {
  if (isOwnPage) return say(look, 'signIn');
  return say(look, asks === 'consent' ? 'allow' : 'signInAllow');
}

function whoAsks(look: Look, view: SignInView): Html {
  const { isOwnPage, isAccount, clientName, destination } = view;
  if (isAccount) return html`<p>${say(look, 'askedOwn')}</p>`;
  if (isOwnPage) return html`<p>${say(look, 'askedFirstParty', { client: clientName })}</p>`;
  const onward = html`<strong dir="auto">${destination}</strong>`;
  return html`<p>
    ${say(look, 'askedAccess', { client: html`<strong dir="auto">${clientName}</strong>` })}
    ${destination === undefined ? undefined : say(look, 'askedDestination', { destination: onward })}
  </p>`;
}

const logo = ({ logo: address }: SignInView): Html | undefined =>
  address === undefined ? undefined : html`<img class="logo" src="${address}" alt="" />`;

function links(look: Look, { policy, terms }: SignInView): Html | undefined {
  if (policy === undefined && terms === undefined) return undefined;
  return html`<p class="links">
    ${policy === undefined ? undefined : html`<a href="${policy}">${say(look, 'policy')}</a>`}
    ${terms === undefined ? undefined : html`<a href="${terms}">${say(look, 'terms')}</a>`}
  </p>`;
}

export const errorMessage = (error: Words | undefined): Html | undefined =>
  error === undefined ? undefined : html`<p class="error" role="alert" id="error">${error}</p>`;

function identity(look: Look, { asks, username, signedInAs = '', error }: SignInView): Html {
  if (asks === 'consent') return signedIn(look, signedInAs);
  const invalid =
    error === undefined ? undefined : html`aria-describedby="error" aria-invalid="true"`;
  const fields = html`<label for="username">${say(look, 'userNameOrEmail')}</label>
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
    <label for="password">${say(look, 'password')}</label>
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
  return html`<h2>${say(look, 'orAnotherAccount')}</h2>
    ${fields}`;
}

/** A form of its own: Enter in the fields of the other one must never take the current account. */
function goOnForm(
  look: Look,
  { asks, action, signedInAs = '', permissions: list, isOwnPage }: SignInView,
): Html | undefined {
  if (asks !== 'account') return undefined;
  return html`${isOwnPage ? undefined : permissions(look, list)}
    <form method="post" action="${action}">
      ${signedIn(look, signedInAs)}
      <button type="submit" name="account" value="current">
        ${say(look, 'goOnAs', { name: signedInAs })}
      </button>
    </form>`;
}

const signedIn = (look: Look, name: string): Html =>
  html`<p>${say(look, 'signedInAs', { name: html`<strong dir="auto">${name}</strong>` })}</p>`;

function permissions(look: Look, list: readonly Words[]): Html | undefined {
  if (list.length === 0) return undefined;
  return html`<fieldset>
    <legend>${say(look, 'permissions')}</legend>
    <ul>
      ${list.map((text) => html`<li>${text}</li>`)}
    </ul>
  </fieldset>`;
}
