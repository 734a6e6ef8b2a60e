import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { findWords } from '../../../translate-people.js';
import { file, TMX } from './files.js';
import type { TranslatePage } from './translate-page.js';

/** Glossaries and memories. */
export const collectionCases = (at: () => TranslatePage): void => {
  it('makes a glossary, with which the next text is translated', async () => {
    const { page, watched, openTab, choose, chooseFile, written, translation } = at();
    const panel = await openTab('Glossaries');
    await panel.getByRole('button', { name: 'New glossary' }).click();
    const dialog = page.getByRole('dialog', { name: 'New glossary' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Homes');
    await choose(dialog, 'From', 'English');
    await choose(dialog, 'Into', 'Spanish');
    await dialog.getByRole('textbox', { name: 'Term' }).fill('house');
    await dialog.getByRole('textbox', { name: 'Translation' }).fill('vivienda');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await panel.getByRole('button', { name: 'EN → ES: 1 terms' }).click();
    const entries = page.getByRole('dialog', { name: 'Homes: EN → ES' });
    await entries.waitFor();
    await page.reload();
    await entries.getByRole('textbox', { name: 'Translation' }).fill('hogar');
    await chooseFile(
      entries.getByRole('button', { name: 'Import' }),
      file('terms.tsv', 'door\tportón\n'),
    );
    await entries.getByRole('button', { name: 'Delete: door' }).waitFor();
    await entries.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('button', { name: 'EN → ES: 2 terms' }).waitFor();

    await page.reload();
    await openTab('Text');
    await choose(page, 'From', 'English');
    await choose(page, 'Into', 'Spanish');
    await choose(page, 'Glossary', 'Homes');
    await written().fill('The house is big.');

    await translation().getByRole('button', { name: 'hogar' }).focus();
    await page.getByRole('tooltip').getByText('From the glossary: house').waitFor();
    await openTab('Glossaries');
    await panel.getByRole('button', { name: 'Delete: Homes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await panel.getByText('No glossaries yet').waitFor();
    expect(watched.problems).toEqual([]);
  });

  it('takes in a memory, finds a segment, corrects it, and gives the memory back', async () => {
    const { page, watched, openTab, chooseFile } = at();
    const panel = await openTab('Memories');
    await chooseFile(
      panel.getByRole('button', { name: 'Choose a file' }),
      file('greetings.tmx', TMX),
    );
    const item = panel.getByRole('article', { name: 'greetings' });
    await item.getByRole('button', { name: 'Segments' }).click();
    const dialog = page.getByRole('dialog', { name: 'greetings' });
    await dialog.waitFor();
    await page.reload();
    await dialog.getByRole('textbox', { name: 'Search' }).fill('morning');
    await dialog.getByRole('textbox', { name: 'ES' }).fill('Buenos días a todos.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The translation is saved.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await findWords(panel);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      item.getByRole('button', { name: 'Export' }).click(),
    ]);

    expect(await readFile(await download.path(), 'utf8')).toContain('Buenos días a todos.');
    await item.getByRole('button', { name: 'Delete: greetings' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await panel.getByText('No translation memories yet').waitFor();
    expect(watched.problems).toEqual([]);
  });
};
