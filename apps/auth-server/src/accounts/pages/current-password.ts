import { html, type Html } from '../../pages/html.js';
import type { Look } from '../../pages/page.js';
import { say } from '../../pages/texts/say.js';

/** @param of which form, for the label */
export function currentPassword(look: Look, of: string): Html {
  return html`<label for="current-${of}">${say(look, 'currentPassword')}</label>
    <input
      id="current-${of}"
      name="current"
      type="password"
      autocomplete="current-password"
      maxlength="256"
      required
    />`;
}
