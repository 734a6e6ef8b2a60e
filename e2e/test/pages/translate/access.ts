import { expect, it } from '@jest/globals';
import { limitKey } from '../../../translate-people.js';
import type { TranslatePage } from './translate-page.js';

/** Usage and keys. */
export const accessCases = (at: () => TranslatePage): void => {
  it('shows what was used, day by day', async () => {
    const { watched, openTab } = at();
    const panel = await openTab('Usage');

    await panel.getByText(/^[\d,]+ of [\d,]+ characters$/).waitFor();
    await panel.getByText('As a table').click();

    const today = new Date().toISOString().slice(0, 10);
    await panel.getByRole('row', { name: new RegExp(`^${today} [1-9]`) }).waitFor();
    expect(watched.problems).toEqual([]);
  });

  it('makes a key, shows it once, limits and ends it', async () => {
    const { page, watched, openTab } = at();
    const panel = await openTab('Keys');
    await panel.getByRole('textbox', { name: 'Label' }).fill('website');
    await panel.getByRole('button', { name: 'New key' }).click();
    await panel.getByRole('button', { name: 'Show: Key' }).click();
    const key = await panel.locator('.tr-secret code').innerText();
    const usage = async () => {
      const headers = { authorization: `DeepL-Auth-Key ${key}` };
      return (await fetch(new URL('/v2/usage', page.url()), { headers })).status;
    };
    expect(await usage()).toBe(200);

    const item = panel.getByRole('article', { name: 'website' });
    await limitKey(page, 'website', '1000');
    await item.getByText('at most 1000 characters').waitFor();
    await item.getByRole('button', { name: 'Deactivate: website' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await item.getByText('Deactivated').waitFor();

    expect(await usage()).toBe(403);
    expect(watched.problems).toEqual([]);
  });

  it('shows keys to administrators alone', async () => {
    const { signedIn } = at();
    const other = await signedIn('student');

    await other.page.getByRole('tab', { name: 'Usage' }).click();
    await other.page.getByText(/of [\d,]+ characters$/).waitFor();

    expect(await other.page.getByRole('tab', { name: 'Keys' }).count()).toBe(0);
    expect(other.problems).toEqual([]);
    await other.close();
  });
};
