import { expect, it } from '@jest/globals';
import type { StudioPage } from './studio-page.js';

/** Lexicons. */
export const lexiconCases = (at: () => StudioPage): void => {
  it('makes a lexicon, changes it, and speaks with it', async () => {
    const { page, watched, openTab, choose, chooseFile } = at();
    const panel = await openTab('Lexicons');
    await panel.getByRole('button', { name: 'New lexicon' }).click();
    const dialog = page.getByRole('dialog', { name: 'New lexicon' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Names');
    await dialog.getByRole('textbox', { name: 'Word' }).fill('Xiu');
    await dialog.getByRole('textbox', { name: 'Said as' }).fill('shoe');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const item = panel.getByRole('article', { name: 'Names' });
    await item.getByText('en: 1 words').waitFor();
    await item.getByRole('button', { name: 'Change: Names' }).click();
    const change = page.getByRole('dialog', { name: 'Names' });
    await change.waitFor();
    await page.reload();
    await change.getByRole('button', { name: 'Add a word' }).click();
    await change.getByRole('textbox', { name: 'Word' }).nth(1).fill('tomato');
    await choose(change.getByRole('listitem').nth(1), 'By', 'Sounds (IPA)');
    await change.getByRole('textbox', { name: 'Said as' }).nth(1).fill('təˈmɑːtəʊ');
    await change.getByRole('button', { name: 'Save' }).click();
    await item.getByText('en: 2 words').waitFor();
    await chooseFile(
      panel.getByRole('button', { name: 'Choose a file' }),
      'places.pls',
      `<?xml version="1.0"?><lexicon version="1.0" alphabet="ipa" xml:lang="en"
        xmlns="http://www.w3.org/2005/01/pronunciation-lexicon"><lexeme><grapheme>Leicester</grapheme>
        <alias>Lester</alias></lexeme></lexicon>`,
    );
    await panel.getByRole('article', { name: 'places' }).getByText('en: 1 words').waitFor();

    await panel.getByRole('button', { name: 'Delete: Names' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await item.waitFor({ state: 'detached' });
    expect(watched.problems).toEqual([]);
  });
};

/** What was spoken before. */
export const usageCases = (at: () => StudioPage): void => {
  it('shows how much was spoken, day by day', async () => {
    const { watched, openTab } = at();
    const usage = await openTab('Usage');

    await usage.getByText(/^[\d,]+ characters, [\d.,]+ minutes of speech$/).waitFor();
    // What the cases above had spoken is the last day's.
    const rows = await usage.locator('tbody tr').allTextContents();
    expect(rows).toHaveLength(30);
    expect(rows.at(-1)).toMatch(/^\d{4}-\d\d-\d\d[1-9][\d,]*$/);
    expect(watched.problems).toEqual([]);
  });
};
