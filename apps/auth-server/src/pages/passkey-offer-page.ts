import { html, type Words } from './html.js';
import { page, type Look } from './page.js';
import { say } from './texts/say.js';

interface Shown {
  /** Where the form goes. */
  readonly action: string;
  readonly error?: Words;
}

/** After a sign-in with a password, once a month at the most. */
export const offerPage = (
  look: Look,
  { action, error }: Shown,
  { ticket, offer }: { readonly ticket: string; readonly offer: string },
): string =>
  page(look, {
    title: say(look, 'passkeyOffer'),
    script: 'new-passkey.js',
    body: html`<h1>${say(look, 'passkeyOffer')}</h1>
      <p>${say(look, 'passkeyText')}</p>
      ${error === undefined ? undefined : html`<p class="error" role="alert">${error}</p>`}
      <p class="error" id="failed" role="alert" hidden>${say(look, 'passkeyFailed')}</p>
      <form method="post" action="${action}" id="new-passkey" data-options="${offer}">
        <input type="hidden" name="consent" value="allow" />
        <input type="hidden" name="ticket" value="${ticket}" />
        <input type="hidden" name="passkey" value="" />
        <div class="buttons"><button type="submit">${say(look, 'passkeyAdd')}</button></div>
      </form>
      <form method="post" action="${action}">
        <input type="hidden" name="consent" value="allow" />
        <input type="hidden" name="ticket" value="${ticket}" />
        <div class="buttons">
          <button class="second" type="submit" name="offer" value="later">
            ${say(look, 'passkeyLater')}
          </button>
          <button class="second" type="submit" name="offer" value="never">
            ${say(look, 'passkeyNever')}
          </button>
        </div>
      </form>`,
  });

/** What comes with the first passkey; then the sign-in goes on. */
export const codesPage = (
  look: Look,
  { action }: Shown,
  { ticket, codes }: { readonly ticket: string; readonly codes: readonly string[] },
): string =>
  page(look, {
    title: say(look, 'recoveryCodes'),
    body: html`<h1>${say(look, 'recoveryCodes')}</h1>
      <p>${say(look, 'recoveryCodesText')}</p>
      <ol class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ol>
      <form method="post" action="${action}">
        <input type="hidden" name="consent" value="allow" />
        <input type="hidden" name="ticket" value="${ticket}" />
        <div class="buttons"><button type="submit">${say(look, 'continue')}</button></div>
      </form>`,
  });
