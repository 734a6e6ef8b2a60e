import { html, page, type Html, type Look } from './page.js';

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
  readonly help: { readonly forgot: boolean; readonly register: boolean };
}

/** One page to sign in and to consent (spec 2, part 4.1, "Consent submission"). */
export function signInPage(look: Look, view: SignInView): string {
  const title = view.asks === 'consent' ? 'Allow access' : 'Sign in';
  return page(look, {
    title,
    body: html`<h1>${title}</h1>
      ${logo(view)}
      <p>
        <strong>${view.clientName}</strong> asks for access to your
        account.${
          view.destination === undefined
            ? undefined
            : html` You go on to
                <strong>${view.destination}</strong>.`
        }
      </p>
      ${errorMessage(view.error)} ${goOnForm(view)}
      <form method="post" action="${view.action}">
        ${identity(view)} ${view.asks === 'account' ? undefined : permissions(view.permissions)}
        <div class="buttons">
          <button type="submit" name="consent" value="allow">
            ${view.asks === 'consent' ? 'Allow' : 'Sign in and allow'}
          </button>
          <button class="second" type="submit" name="consent" value="deny" formnovalidate>
            Cancel
          </button>
        </div>
      </form>
      ${help(view)} ${links(view)}`,
  });
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
      autocomplete="username"
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
