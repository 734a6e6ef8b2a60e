import { html, page, type Html, type Look } from './page.js';
import { errorMessage } from './sign-in-page.js';

interface TokenView {
  readonly token: string;
  readonly error?: string | undefined;
}

export interface Message {
  readonly title: string;
  readonly text: string;
  /** Where it goes on; the account if absent, which asks for a sign-in where there is none. */
  readonly onward?: { readonly href: string; readonly text: string };
}

const TO_ACCOUNT = { href: '/account', text: 'To your account' };
export const TO_SIGN_IN = { href: '/account', text: 'Sign in' };

/** A page that says something and asks for nothing. */
export const messagePage = (look: Look, { title, text, onward = TO_ACCOUNT }: Message): string =>
  page(look, {
    title,
    body: html`<h1>${title}</h1>
      <p>${text}</p>
      <p><a href="${onward.href}">${onward.text}</a></p>`,
  });

/** Asks for the account whose password is forgotten. */
export const forgotPage = (look: Look, error?: string): string =>
  page(look, {
    title: 'Forgotten password',
    body: html`<h1>Forgotten password</h1>
      <p>We send a link with which you choose a new password.</p>
      ${errorMessage(error)}
      <form method="post" action="/account/forgot">
        <label for="name">User name or e-mail address</label>
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
        <div class="buttons"><button type="submit">Send the link</button></div>
      </form>`,
  });

/** Asks strangers for their address. */
export const registerPage = (look: Look, error?: string): string =>
  page(look, {
    title: 'Create an account',
    body: html`<h1>Create an account</h1>
      <p>We send a link to your e-mail address. It leads to the next step.</p>
      ${errorMessage(error)}
      <form method="post" action="/account/register">
        <label for="email">E-mail address</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          maxlength="254"
          required
          autofocus
        />
        <div class="buttons"><button type="submit">Send the link</button></div>
      </form>`,
  });

/** Opening the link does nothing by itself: programs that check mails open links too. */
export const confirmPage = (
  look: Look,
  { action, title, text, button, token }: TokenView & Confirmation,
): string =>
  page(look, {
    title,
    body: html`<h1>${title}</h1>
      <p>${text}</p>
      <form method="post" action="${action}">
        <input type="hidden" name="token" value="${token}" />
        <div class="buttons"><button type="submit" autofocus>${button}</button></div>
      </form>`,
  });

interface Confirmation {
  readonly action: string;
  readonly title: string;
  readonly text: string;
  readonly button: string;
}

export const newPasswordPage = (
  look: Look,
  { token, error, username, minLength }: TokenView & { username: string; minLength: number },
): string =>
  page(look, {
    title: 'New password',
    body: html`<h1>New password</h1>
      <p>It ends all sessions of this account, on all devices.</p>
      ${errorMessage(error)}
      <form method="post" action="/account/reset">
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
        ${newPassword(minLength, error)}
        <div class="buttons"><button type="submit">Set the password</button></div>
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
    title: 'Create your account',
    body: html`<h1>Create your account</h1>
      <p>Your e-mail address is <strong>${view.address}</strong>.</p>
      ${errorMessage(view.error)}
      <form method="post" action="${view.action}">
        <input type="hidden" name="token" value="${view.token}" />
        <label for="username">User name</label>
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
        <label for="name">Name</label>
        <input id="name" name="name" value="${view.name}" autocomplete="name" maxlength="100" />
        ${newPassword(view.minLength, view.error)}
        <div class="buttons"><button type="submit">Create the account</button></div>
      </form>`,
  });

/** A field for a new password, as password managers know it. */
export function newPassword(minLength: number, error: string | undefined): Html {
  const invalid =
    error === undefined ? undefined : html`aria-describedby="error hint" aria-invalid="true"`;
  return html`<label for="password">New password</label>
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
    <p class="hint" id="hint">At least ${minLength} characters. Several words make a good one.</p>`;
}
