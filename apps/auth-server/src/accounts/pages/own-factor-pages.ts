import { currentPassword } from './current-password.js';
import { html, type Words } from '../../pages/html.js';
import { page, type Look } from '../../pages/page.js';
import { codeField, errorMessage, newAppText } from '../../pages/sign-in-page.js';
import { say } from '../../pages/texts/say.js';

export interface NewAppView {
  readonly draft: string;
  readonly secret: string;
  /** Of the scheme `otpauth`, which apps on the same device open. */
  readonly uri: string;
  readonly qrCode: string;
  readonly error?: Words | undefined;
}

export const newAppPage = (look: Look, view: NewAppView): string =>
  page(look, {
    title: say(look, 'appAddTitle'),
    body: html`<h1>${say(look, 'appAddTitle')}</h1>
      ${newAppText(look, view)} ${errorMessage(view.error)}
      <form method="post" action="/account/app">
        <input type="hidden" name="draft" value="${view.draft}" />
        ${codeField(look, view.error)}
        <label for="name">${say(look, 'factorName')}</label>
        <input
          id="name"
          name="name"
          value="${say(look, 'appDefaultName')}"
          maxlength="60"
          required
        />
        ${currentPassword(look, 'app')}
        <div class="buttons"><button type="submit">${say(look, 'appAdd')}</button></div>
      </form>`,
  });

export interface NewPasskeyView {
  readonly draft: string;
  /** What the browser is asked to make, as JSON. */
  readonly options: string;
  readonly error?: Words | undefined;
}

export const newPasskeyPage = (look: Look, { draft, options, error }: NewPasskeyView): string =>
  page(look, {
    title: say(look, 'passkeyAddTitle'),
    script: 'new-passkey.js',
    body: html`<h1>${say(look, 'passkeyAddTitle')}</h1>
      <p>${say(look, 'passkeyText')}</p>
      ${errorMessage(error)}
      <p class="error" id="failed" role="alert" hidden>${say(look, 'passkeyFailed')}</p>
      <form method="post" action="/account/passkey" id="new-passkey" data-options="${options}">
        <input type="hidden" name="draft" value="${draft}" />
        <input type="hidden" name="passkey" value="" />
        <label for="name">${say(look, 'factorName')}</label>
        <input
          id="name"
          name="name"
          value="${say(look, 'passkeyDefaultName')}"
          maxlength="60"
          required
        />
        ${currentPassword(look, 'passkey')}
        <div class="buttons"><button type="submit">${say(look, 'passkeyAdd')}</button></div>
      </form>
      <noscript><p class="error">${say(look, 'passkeyNeedsScripts')}</p></noscript>`,
  });

export const recoveryCodesPage = (look: Look, codes: readonly string[]): string =>
  page(look, {
    title: say(look, 'recoveryCodes'),
    body: html`<h1>${say(look, 'recoveryCodes')}</h1>
      <p>${say(look, 'recoveryCodesText')}</p>
      <ol class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ol>
      <p><a href="/account">${say(look, 'recoveryCodesDone')}</a></p>`,
  });
