import type { Factor } from '../../factors/factor-store.js';
import type { NamedSession, Overview } from '../own-account.js';
import { newPassword } from './account-pages.js';
import { currentPassword } from './current-password.js';
import { html, type Html, type Words } from '../../pages/html.js';
import { page, type Look } from '../../pages/page.js';
import { errorMessage } from '../../pages/sign-in-page.js';
import { countryName, LANGUAGES } from '../../languages/languages.js';
import { say } from '../../pages/texts/say.js';

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
  readonly error?: Words | undefined;
  readonly done?: Words | undefined;
}

/** Everything on one page, each part a form of its own; it works without scripts. */
export const ownAccountPage = (look: Look, view: OwnAccountView): string =>
  page(look, {
    title: say(look, 'yourAccount'),
    body: html`<h1>${say(look, 'yourAccount')}</h1>
      ${errorMessage(view.error)}
      ${view.done === undefined ? undefined : html`<p class="done" role="status">${view.done}</p>`}
      ${PARTS.map((part) => part(look, view) ?? html``)}`,
  });

function profile(look: Look, { user, hasMail }: OwnAccountView): Html {
  const address = html`<bdi>${user.email}</bdi>`;
  return html`<section>
    <h2>${say(look, 'profile')}</h2>
    <dl>
      <dt>${say(look, 'userName')}</dt>
      <dd>${user.username}</dd>
      <dt>${say(look, 'name')}</dt>
      <dd>${user.name}</dd>
      <dt>${say(look, 'email')}</dt>
      <dd>${say(look, user.isVerified ? 'addressVerified' : 'addressUnverified', { address })}</dd>
    </dl>
    ${hasMail ? addressForm(look) : undefined} ${languageForm(look, user.claims.locale)}
    <p><a href="/account/data.json" download>${say(look, 'dataDownload')}</a></p>
  </section>`;
}

const addressForm = (look: Look): Html =>
  html`<form method="post" action="/account/email">
    <label for="email">${say(look, 'addressNew')}</label>
    <input id="email" name="email" type="email" autocomplete="email" maxlength="254" required />
    ${currentPassword(look, 'email')}
    <div class="buttons">
      <button class="second" type="submit">${say(look, 'addressChange')}</button>
    </div>
  </form>`;

/** Where nothing is chosen the browser's language decides, and English where it has none of these. */
const languageForm = (look: Look, locale: string | undefined): Html =>
  html`<form method="post" action="/account/language">
    <label for="locale">${say(look, 'language')}</label>
    <select id="locale" name="locale" required>
      ${locale === undefined ? html`<option value="">${say(look, 'languageOfBrowser')}</option>` : undefined}
      ${Object.entries(LANGUAGES).map(
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
    <div class="buttons"><button class="second" type="submit">${say(look, 'save')}</button></div>
  </form>`;

function factors(look: Look, view: OwnAccountView): Html {
  return html`<section>
    <h2>${say(look, 'factorStep')}</h2>
    ${
      view.factors.length === 0
        ? html`<p>${say(look, 'factorsNone')}</p>`
        : html`<ul>
              ${view.factors.map((factor) => factorItem(look, factor))}
            </ul>
            <p>${say(look, 'recoveryCodesLeft', { count: view.recoveryCodesLeft })}</p>
            <form method="post" action="/account/recovery-codes">
              ${currentPassword(look, 'codes')}
              <div class="buttons">
                <button class="second" type="submit">${say(look, 'recoveryCodesNew')}</button>
              </div>
            </form>`
    }
    <p><a href="/account/app">${say(look, 'appAddTitle')}</a></p>
    ${view.hasPasskeys ? html`<p><a href="/account/passkey">${say(look, 'passkeyAddTitle')}</a></p>` : undefined}
  </section>`;
}

const factorItem = (look: Look, { id, name, createdAt }: Factor): Html =>
  html`<li>
    ${say(look, 'factorOf', { name: html`<bdi>${name}</bdi>`, day: dayOf(createdAt) })}
    <form method="post" action="/account/factors/${id}/name">
      <label for="name-${id}">${say(look, 'factorRenameLabel')}</label>
      <input id="name-${id}" name="name" value="${name}" maxlength="60" required />
      <div class="buttons">
        <button class="second" type="submit">${say(look, 'factorRename')}</button>
      </div>
    </form>
    <form method="post" action="/account/factors/${id}/remove">
      ${currentPassword(look, id)}
      <div class="buttons">
        <button class="second" type="submit">${say(look, 'remove', { name })}</button>
      </div>
    </form>
  </li>`;

function elsewhere(look: Look, { upstreams }: OwnAccountView): Html | undefined {
  if (upstreams.length === 0) return undefined;
  return html`<section>
    <h2>${say(look, 'signInByOthers')}</h2>
    <ul>
      ${upstreams.map(
        ({ id, name }) =>
          html`<li>
            ${name}
            <form method="post" action="/account/upstreams/remove">
              <input type="hidden" name="upstream" value="${id}" />
              ${currentPassword(look, `upstream-${id}`)}
              <div class="buttons">
                <button class="second" type="submit">${say(look, 'remove', { name })}</button>
              </div>
            </form>
          </li>`,
      )}
    </ul>
  </section>`;
}

function sessions(look: Look, { sessions: list, sessionUid }: OwnAccountView): Html {
  return html`<section>
    <h2>${say(look, 'sessions')}</h2>
    <ul>
      ${list.map(
        (session) =>
          html`<li>
            ${aboutSession(look, session, session.uid === sessionUid)}
            <form method="post" action="/account/sessions/end">
              <input type="hidden" name="sid" value="${session.uid}" />
              <div class="buttons">
                <button class="second" type="submit">${say(look, 'signOut')}</button>
              </div>
            </form>
          </li>`,
      )}
    </ul>
    <form method="post" action="/account/sessions/end-all">
      <div class="buttons">
        <button class="second" type="submit">${say(look, 'signOutEverywhere')}</button>
      </div>
    </form>
  </section>`;
}

function placeOf(look: Look, { lastUse, country }: NamedSession): Words {
  if (lastUse === undefined) return say(look, 'sessionBrowser');
  const { device } = lastUse;
  const address = html`<bdi>${lastUse.ip}</bdi>`;
  const ip =
    country === undefined ? address : html`${address} (${countryName(look.language, country)})`;
  return say(look, 'sessionPlace', { device, ip });
}

function aboutSession(look: Look, session: NamedSession, isThis: boolean): Html {
  const { signedInAt, clientNames, lastUse } = session;
  const since = session.firstUseAt ?? signedInAt;
  const place = placeOf(look, session);
  const lines = [
    isThis ? say(look, 'sessionThis', { name: place }) : place,
    since === null
      ? say(look, 'sessionSinceUnknown')
      : say(look, 'sessionSince', { time: timeOf(since) }),
    ...(lastUse === undefined ? [] : [say(look, 'sessionUsed', { time: timeOf(lastUse.at) })]),
    ...(clientNames.length === 0 ? [] : [html`${clientNames.join(', ')}`]),
  ];
  return html`${lines.map((line) => html`<div>${line}</div>`)}`;
}

function applications(look: Look, { applications: list }: OwnAccountView): Html {
  if (list.length === 0) return html``;
  return html`<section>
    <h2>${say(look, 'applications')}</h2>
    <ul>
      ${list.map(
        ({ clientId, name, scopes }) =>
          html`<li>
            <strong>${name}</strong>: ${scopes.join(', ')}
            <form method="post" action="/account/applications/withdraw">
              <input type="hidden" name="client_id" value="${clientId}" />
              <div class="buttons">
                <button class="second" type="submit">
                  ${say(look, 'applicationWithdraw', { name })}
                </button>
              </div>
            </form>
          </li>`,
      )}
    </ul>
  </section>`;
}

const password = (look: Look, { minLength }: OwnAccountView): Html =>
  html`<section>
    <h2>${say(look, 'password')}</h2>
    <p>${say(look, 'passwordChangeText')}</p>
    <form method="post" action="/account/password">
      ${currentPassword(look, 'password')} ${newPassword(look, minLength, undefined)}
      <div class="buttons">
        <button class="second" type="submit">${say(look, 'passwordChange')}</button>
      </div>
    </form>
  </section>`;

const deletion = (look: Look, { deletionDue, deletionDays }: OwnAccountView): Html =>
  deletionDue === undefined
    ? html`<section>
        <h2>${say(look, 'deletion')}</h2>
        <p>${say(look, 'deletionDays', { days: deletionDays })}</p>
        <form method="post" action="/account/deletion">
          ${currentPassword(look, 'deletion')}
          <div class="buttons">
            <button class="second" type="submit">${say(look, 'deletion')}</button>
          </div>
        </form>
      </section>`
    : html`<section>
        <h2>${say(look, 'deletionDueTitle')}</h2>
        <p>${say(look, 'deletionDue', { time: timeOf(deletionDue) })}</p>
        <form method="post" action="/account/deletion/cancel">
          <div class="buttons"><button type="submit">${say(look, 'deletionCancel')}</button></div>
        </form>
      </section>`;

const PARTS = [profile, factors, elsewhere, sessions, applications, password, deletion] as const;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const timeOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
