import type { Overview } from '../../domain/own-account.js';
import { newPassword } from './account-pages.js';
import { html, page, type Html, type Look } from './page.js';
import { codeField, newAppText, errorMessage } from './sign-in-page.js';

export interface OwnAccountView extends Overview {
  /** Of this browser. */
  readonly sessionUid: string;
  /** Other providers by which the account is signed in to. */
  readonly upstreams: readonly { readonly id: string; readonly name: string }[];
  readonly minLength: number;
  readonly hasMail: boolean;
  /** Whether this host can have them. */
  readonly hasPasskeys: boolean;
  /** When the account goes, if its owner wants it to. */
  readonly deletionDue?: Date | undefined;
  /** In which a deletion can be called off. */
  readonly deletionDays: number;
  readonly error?: string | undefined;
  readonly done?: string | undefined;
}

/** Everything on one page, each part a form of its own; it works without scripts. */
export const ownAccountPage = (look: Look, view: OwnAccountView): string =>
  page(look, {
    title: 'Your account',
    body: html`<h1>Your account</h1>
      ${errorMessage(view.error)}
      ${view.done === undefined ? undefined : html`<p class="done" role="status">${view.done}</p>`}
      ${profile(view)} ${factors(view)} ${elsewhere(view)} ${sessions(view)} ${applications(view)}
      ${password(view)} ${deletion(view)}`,
  });

function profile({ user, hasMail }: OwnAccountView): Html {
  return html`<section>
    <h2>Profile</h2>
    <dl>
      <dt>User name</dt>
      <dd>${user.username}</dd>
      <dt>Name</dt>
      <dd>${user.name}</dd>
      <dt>E-mail address</dt>
      <dd>${user.email} (${user.isVerified ? 'verified' : 'not verified'})</dd>
    </dl>
    ${hasMail ? addressForm : undefined} ${languageForm(user.claims.locale)}
    <p><a href="/account/data.json" download>Download your data</a></p>
  </section>`;
}

const addressForm = html`<form method="post" action="/account/email">
  <label for="email">New e-mail address</label>
  <input id="email" name="email" type="email" autocomplete="email" maxlength="254" required />
  ${currentPassword('email')}
  <div class="buttons"><button class="second" type="submit">Change the address</button></div>
</form>`;

export const LANGUAGES: readonly (readonly [string, string])[] = [
  ['ar', 'العربية'],
  ['de', 'Deutsch'],
  ['en', 'English'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['pt', 'Português'],
  ['ru', 'Русский'],
];

/** Where nothing is chosen the browser's language decides for each mail, and English where it has none of these. */
const languageForm = (locale: string | undefined): Html =>
  html`<form method="post" action="/account/language">
    <label for="locale">Language of mails</label>
    <select id="locale" name="locale" required>
      ${locale === undefined ? html`<option value="">As the browser asks</option>` : undefined}
      ${LANGUAGES.map(
        ([tag, name]) =>
          html`<option
            value="${tag}"
            lang="${tag}"
            ${locale?.split('-', 1)[0] === tag ? html`selected` : undefined}
          >
            ${name}
          </option>`,
      )}
    </select>
    <div class="buttons"><button class="second" type="submit">Save</button></div>
  </form>`;

function factors({ factors: list, recoveryCodesLeft, hasPasskeys }: OwnAccountView): Html {
  return html`<section>
    <h2>Second step</h2>
    ${
      list.length === 0
        ? html`<p>Your password is enough to sign in.</p>`
        : html`<ul>
              ${list.map(
                ({ id, name, createdAt }) =>
                  html`<li>
                    ${name}, since ${dayOf(createdAt)}
                    <form method="post" action="/account/factors/${id}/name">
                      <label for="name-${id}">Its name</label>
                      <input id="name-${id}" name="name" value="${name}" maxlength="60" required />
                      <div class="buttons">
                        <button class="second" type="submit">Rename</button>
                      </div>
                    </form>
                    <form method="post" action="/account/factors/${id}/remove">
                      ${currentPassword(id)}
                      <div class="buttons">
                        <button class="second" type="submit">Remove ${name}</button>
                      </div>
                    </form>
                  </li>`,
              )}
            </ul>
            <p>Recovery codes left: ${recoveryCodesLeft}.</p>
            <form method="post" action="/account/recovery-codes">
              ${currentPassword('codes')}
              <div class="buttons">
                <button class="second" type="submit">New recovery codes</button>
              </div>
            </form>`
    }
    <p><a href="/account/app">Add an authenticator app</a></p>
    ${hasPasskeys ? html`<p><a href="/account/passkey">Add a passkey</a></p>` : undefined}
  </section>`;
}

function elsewhere({ upstreams }: OwnAccountView): Html | undefined {
  if (upstreams.length === 0) return undefined;
  return html`<section>
    <h2>Sign-in by others</h2>
    <ul>
      ${upstreams.map(
        ({ id, name }) =>
          html`<li>
            ${name}
            <form method="post" action="/account/upstreams/remove">
              <input type="hidden" name="upstream" value="${id}" />
              ${currentPassword(`upstream-${id}`)}
              <div class="buttons">
                <button class="second" type="submit">Remove ${name}</button>
              </div>
            </form>
          </li>`,
      )}
    </ul>
  </section>`;
}

function sessions({ sessions: list, sessionUid }: OwnAccountView): Html {
  return html`<section>
    <h2>Sessions</h2>
    <ul>
      ${list.map(
        ({ uid, signedInAt, clientNames, lastUse }) =>
          html`<li>
            ${lastUse === undefined ? 'A browser' : `${lastUse.device} at ${lastUse.ip}`}${
              uid === sessionUid ? ' (this browser)' : ''
            },
            since
            ${signedInAt === null ? 'an unknown time' : timeOf(signedInAt)}${
              lastUse === undefined ? '' : `, last used ${timeOf(lastUse.at)}`
            }${clientNames.length === 0 ? '' : `: ${clientNames.join(', ')}`}
            <form method="post" action="/account/sessions/end">
              <input type="hidden" name="sid" value="${uid}" />
              <div class="buttons"><button class="second" type="submit">Sign out</button></div>
            </form>
          </li>`,
      )}
    </ul>
    <form method="post" action="/account/sessions/end-all">
      <div class="buttons"><button class="second" type="submit">Sign out everywhere</button></div>
    </form>
  </section>`;
}

function applications({ applications: list }: OwnAccountView): Html {
  if (list.length === 0) return html``;
  return html`<section>
    <h2>Applications</h2>
    <ul>
      ${list.map(
        ({ clientId, name, scopes }) =>
          html`<li>
            <strong>${name}</strong>: ${scopes.join(', ')}
            <form method="post" action="/account/applications/withdraw">
              <input type="hidden" name="client_id" value="${clientId}" />
              <div class="buttons">
                <button class="second" type="submit">Withdraw ${name}</button>
              </div>
            </form>
          </li>`,
      )}
    </ul>
  </section>`;
}

const password = ({ minLength }: OwnAccountView): Html =>
  html`<section>
    <h2>Password</h2>
    <p>A new password ends all sessions, this one too.</p>
    <form method="post" action="/account/password">
      ${currentPassword('password')} ${newPassword(minLength, undefined)}
      <div class="buttons"><button class="second" type="submit">Change the password</button></div>
    </form>
  </section>`;

const deletion = ({ deletionDue, deletionDays }: OwnAccountView): Html =>
  deletionDue === undefined
    ? html`<section>
        <h2>Delete the account</h2>
        <p>
          ${deletionDays === 1 ? 'A day' : `${deletionDays} days`} later the account and its data
          are gone. Until then you can call it off.
        </p>
        <form method="post" action="/account/deletion">
          ${currentPassword('deletion')}
          <div class="buttons">
            <button class="second" type="submit">Delete the account</button>
          </div>
        </form>
      </section>`
    : html`<section>
        <h2>This account will be deleted</h2>
        <p>It goes on ${timeOf(deletionDue)}.</p>
        <form method="post" action="/account/deletion/cancel">
          <div class="buttons"><button type="submit">Keep the account</button></div>
        </form>
      </section>`;

/** @param of which form, for the label */
function currentPassword(of: string): Html {
  return html`<label for="current-${of}">Current password</label>
    <input
      id="current-${of}"
      name="current"
      type="password"
      autocomplete="current-password"
      maxlength="256"
      required
    />`;
}

export interface NewAppView {
  readonly draft: string;
  readonly secret: string;
  /** Of the scheme `otpauth`, which apps on the same device open. */
  readonly uri: string;
  readonly qrCode: string;
  readonly error?: string | undefined;
}

export const newAppPage = (look: Look, view: NewAppView): string =>
  page(look, {
    title: 'Add an authenticator app',
    body: html`<h1>Add an authenticator app</h1>
      ${newAppText(view)} ${errorMessage(view.error)}
      <form method="post" action="/account/app">
        <input type="hidden" name="draft" value="${view.draft}" />
        ${codeField(view.error)}
        <label for="name">What you call it</label>
        <input id="name" name="name" value="Authenticator app" maxlength="60" required />
        ${currentPassword('app')}
        <div class="buttons"><button type="submit">Add the app</button></div>
      </form>`,
  });

export interface NewPasskeyView {
  readonly draft: string;
  /** What the browser is asked to make, as JSON. */
  readonly options: string;
  readonly error?: string | undefined;
}

export const newPasskeyPage = (look: Look, { draft, options, error }: NewPasskeyView): string =>
  page(look, {
    title: 'Add a passkey',
    script: 'new-passkey.js',
    body: html`<h1>Add a passkey</h1>
      <p>A passkey on this device, your phone or a security key signs you in without a password.</p>
      ${errorMessage(error)}
      <p class="error" id="failed" role="alert" hidden>
        No passkey was made. This browser cannot, or you have cancelled.
      </p>
      <form method="post" action="/account/passkey" id="new-passkey" data-options="${options}">
        <input type="hidden" name="draft" value="${draft}" />
        <input type="hidden" name="passkey" value="" />
        <label for="name">What you call it</label>
        <input id="name" name="name" value="Passkey" maxlength="60" required />
        ${currentPassword('passkey')}
        <div class="buttons"><button type="submit">Add the passkey</button></div>
      </form>
      <noscript><p class="error">Passkeys need scripts.</p></noscript>`,
  });

export const recoveryCodesPage = (look: Look, codes: readonly string[]): string =>
  page(look, {
    title: 'Recovery codes',
    body: html`<h1>Recovery codes</h1>
      <p>
        Print these or write them down. Each signs you in once when you have lost your app. They are
        shown this once.
      </p>
      <ol class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ol>
      <p><a href="/account">I have them: back to the account</a></p>`,
  });

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const timeOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
