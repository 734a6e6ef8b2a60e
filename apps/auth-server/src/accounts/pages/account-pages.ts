import { html, type Html, type Words } from '../../pages/html.js';
import { page, type Look } from '../../pages/page.js';
import { TO_ACCOUNT, type Way } from '../../pages/other-pages.js';
import { errorMessage } from '../../pages/sign-in-page.js';
import type { TextKey } from '../../pages/texts/page-texts.js';
import { say } from '../../pages/texts/say.js';

interface TokenView {
  readonly token: string;
  readonly error?: Words | undefined;
}

export interface Message {
  readonly title: TextKey;
  readonly text: Words;
  /** Where it goes on; the account if absent, which asks for a sign-in where there is none. */
  readonly onward?: Way;
}

export const TO_SIGN_IN = { href: '/account', text: 'signIn' } as const;

/** A page that says something and asks for nothing. */
export const messagePage = (look: Look, { title, text, onward = TO_ACCOUNT }: Message): string =>
  page(look, {
    title: say(look, title),
    body: html`<h1>${say(look, title)}</h1>
      <p>${text}</p>
      <p><a href="${onward.href}">${say(look, onward.text)}</a></p>`,
  });

/** Asks for the account whose password is forgotten. */
export const forgotPage = (look: Look, error?: Words): string =>
  page(look, {
    title: say(look, 'forgot'),
    body: html`<h1>${say(look, 'forgot')}</h1>
      <p>${say(look, 'forgotText')}</p>
      ${errorMessage(error)}
      <form method="post" action="/account/forgot?ui_locales=${look.language}">
        <label for="name">${say(look, 'userNameOrEmail')}</label>
        <input
          id="name"
          name="name"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          maxlength="254"
          required
          autofocus
        />
        <div class="buttons"><button type="submit">${say(look, 'sendLink')}</button></div>
      </form>`,
  });

/** Asks strangers for their address. */
export const registerPage = (look: Look, error?: Words, typed = ''): string =>
  page(look, {
    title: say(look, 'createAccount'),
    body: html`<h1>${say(look, 'createAccount')}</h1>
      <p>${say(look, 'createAccountAddress')}</p>
      ${errorMessage(error)}
      <form method="post" action="/account/register?ui_locales=${look.language}">
        <label for="email">${say(look, 'email')}</label>
        <input
          id="email"
          name="email"
          type="email"
          value="${typed}"
          autocomplete="email"
          maxlength="254"
          required
          autofocus
        />
        <div class="buttons"><button type="submit">${say(look, 'sendLink')}</button></div>
      </form>`,
  });

/** Opening the link does nothing by itself: programs that check mails open links too. */
export const confirmPage = (
  look: Look,
  { action, title, text, button, token }: TokenView & Confirmation,
): string =>
  page(look, {
    title: say(look, title),
    body: html`<h1>${say(look, title)}</h1>
      <p>${text}</p>
      <form method="post" action="${action}?ui_locales=${look.language}">
        <input type="hidden" name="token" value="${token}" />
        <div class="buttons"><button type="submit" autofocus>${say(look, button)}</button></div>
      </form>`,
  });

interface Confirmation {
  readonly action: string;
  readonly title: TextKey;
  readonly text: Words;
  readonly button: TextKey;
}

export const newPasswordPage = (
  look: Look,
  { token, error, username, minLength }: TokenView & { username: string; minLength: number },
): string =>
  page(look, {
    title: say(look, 'passwordNew'),
    body: html`<h1>${say(look, 'passwordNew')}</h1>
      <p>${say(look, 'passwordResetText')}</p>
      ${errorMessage(error)}
      <form method="post" action="/account/reset?ui_locales=${look.language}">
        <input type="hidden" name="token" value="${token}" />
        <input
          class="away"
          name="username"
          value="${username}"
          autocomplete="username"
          readonly
          tabindex="-1"
          aria-hidden="true"
        />
        ${newPassword(look, minLength, error)}
        <div class="buttons"><button type="submit">${say(look, 'passwordSet')}</button></div>
      </form>`,
  });

interface NewAccountView extends TokenView {
  readonly action: string;
  readonly address: string;
  readonly minLength: number;
  readonly username: string;
  /** An administrator has chosen it. */
  readonly isNameFixed: boolean;
  readonly name: string;
}

export const newAccountPage = (look: Look, view: NewAccountView): string =>
  page(look, {
    title: say(look, 'createAccountTitle'),
    body: html`<h1>${say(look, 'createAccountTitle')}</h1>
      <p>
        ${say(look, 'addressOfYours', { address: html`<strong dir="auto">${view.address}</strong>` })}
      </p>
      ${errorMessage(view.error)}
      <form method="post" action="${view.action}?ui_locales=${look.language}">
        <input type="hidden" name="token" value="${view.token}" />
        <label for="username">${say(look, 'userName')}</label>
        <input
          id="username"
          name="username"
          value="${view.username}"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          maxlength="64"
          required
          ${view.isNameFixed ? html`readonly` : undefined}
        />
        <label for="name">${say(look, 'name')}</label>
        <input id="name" name="name" value="${view.name}" autocomplete="name" maxlength="100" />
        ${newPassword(look, view.minLength, view.error)}
        <div class="buttons">
          <button type="submit">${say(look, 'createAccountButton')}</button>
        </div>
      </form>`,
  });

/** A field for a new password, as password managers know it. */
export function newPassword(look: Look, minLength: number, error: Words | undefined): Html {
  const invalid =
    error === undefined ? undefined : html`aria-describedby="error hint" aria-invalid="true"`;
  return html`<label for="password">${say(look, 'passwordNew')}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="new-password"
      minlength="${minLength}"
      maxlength="256"
      required
      ${invalid ?? html`aria-describedby="hint"`}
    />
    <p class="hint" id="hint">${say(look, 'passwordHint', { length: minLength })}</p>`;
}
