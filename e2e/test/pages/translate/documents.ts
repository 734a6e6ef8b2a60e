import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { file } from './files.js';
import type { TranslatePage } from './translate-page.js';

/** Documents, as they are sent and downloaded. */
export const documentCases = (at: () => TranslatePage): void => {
  it('translates a document, which is taken once, whatever tab is open meanwhile', async () => {
    const { page, watched, openTab, choose, chooseFile } = at();
    const panel = await openTab('Documents');
    await choose(panel, 'From', 'English');
    await choose(panel, 'Into', 'Spanish');
    await chooseFile(
      panel.getByRole('button', { name: 'Choose files' }),
      file('house.html', '<!DOCTYPE html><html><body><p>The house is big.</p></body></html>'),
    );
    await openTab('Usage');
    await openTab('Documents');
    const item = panel.getByRole('article', { name: 'house.html' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      item.getByRole('button', { name: 'Download' }).click(),
    ]);

    expect(download.suggestedFilename()).toBe('house-es.html');
    expect(await readFile(await download.path(), 'utf8')).toContain('<p>La casa es grande.</p>');
    await item.getByText('Downloaded').waitFor();
    expect(await item.getByRole('button', { name: 'Download' }).count()).toBe(0);
    expect(watched.problems).toEqual([]);
  });

  it('gives several documents in one file', async () => {
    const { page, watched, openTab, choose } = at();
    const panel = await openTab('Documents');
    await choose(panel, 'From', 'English');
    await choose(panel, 'Into', 'Spanish');
    const press = panel.getByRole('button', { name: 'Choose files' });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press.click()]);
    await chooser.setFiles([
      file('one.txt', 'The house is big.'),
      file('two.txt', 'The dog eats.'),
    ]);
    const all = panel.getByRole('button', { name: 'Download all 2 in one file' });
    const [download] = await Promise.all([page.waitForEvent('download'), all.click()]);

    expect(download.suggestedFilename()).toBe('translations.zip');
    const files = unzipSync(await readFile(await download.path()));
    expect(Object.keys(files).toSorted()).toEqual(['one-es.txt', 'two-es.txt']);
    expect(strFromU8(files['one-es.txt'] ?? new Uint8Array())).toBe('La casa es grande.');
    await panel.getByText('Downloaded').first().waitFor();
    expect(await all.count()).toBe(0);
    expect(watched.problems).toEqual([]);
  });

  it('says why a document cannot be translated', async () => {
    const { watched, openTab, chooseFile } = at();
    const panel = await openTab('Documents');
    await chooseFile(
      panel.getByRole('button', { name: 'Choose files' }),
      file('picture.gif', 'no picture'),
    );

    const item = panel.getByRole('article', { name: 'picture.gif' });
    await item.getByRole('alert').getByText("Unsupported file extension 'gif'").waitFor();

    // The browser logs the refusal too.
    expect(watched.problems.splice(0).join()).toContain('400 (Bad Request)');
  });
};
