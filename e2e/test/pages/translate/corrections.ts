import { expect, it } from '@jest/globals';
import { editRooms } from '../../../translate-people.js';
import { file, TMX } from './files.js';
import type { TranslatePage } from './translate-page.js';

/** Documents whose translations people correct. */
export const correctionCases = (at: () => TranslatePage): void => {
  it('gives the texts of a document beside their translations, and takes them corrected', async () => {
    const { page, watched, openTab, choose, chooseFile, downloaded } = at();
    await chooseFile(
      (await openTab('Memories')).getByRole('button', { name: 'Choose a file' }),
      file('learner.tmx', TMX),
    );
    await page.getByRole('article', { name: 'learner' }).waitFor();
    const { panel, item } = await sentToCorrect(at(), file('home.txt', 'The house is big.'));
    const xliff = await downloaded(item, 'Texts and translations (XLIFF)');
    expect(xliff.name).toBe('home.txt.xlf');
    await choose(item, 'Memory that learns from it', 'learner');
    await chooseFile(
      item.getByRole('button', { name: 'Choose the corrected file' }),
      file('home.txt.xlf', xliff.content.replace('La casa es grande.', 'El hogar es grande.')),
    );
    await item.getByText('1 texts are corrected, the memory has learned 1 segments.').waitFor();

    // Again and again: such a document stays.
    await downloaded(item, 'Download');
    expect(await downloaded(item, 'Download')).toEqual({
      name: 'home-es.txt',
      content: 'El hogar es grande.',
    });

    await chooseFile(
      item.getByRole('button', { name: 'Choose the corrected file' }),
      file('other.xlf', xliff.content.replace('id="1"', 'id="<script>"')),
    );
    await page.getByText(/Invalid file data/).waitFor();
    expect(watched.problems.splice(0).join()).toContain('400 (Bad Request)');
    await panel.getByText('I want to correct the translation').click();
    const memories = await openTab('Memories');
    await memories.getByRole('button', { name: 'Delete: learner' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await memories.getByText('No translation memories yet').waitFor();
  });

  it('edits the texts of a document in place: saved as they are written, told when two windows write', async () => {
    const { page, watched, choose, downloaded } = at();
    const { panel, item } = await sentToCorrect(
      at(),
      file('rooms.html', '<p>The <b>house</b> has 2 doors.</p>\n<p>The garden is beautiful.</p>'),
    );
    await item.getByRole('button', { name: 'Edit here' }).click();

    await editRooms(watched);

    const editor = page.getByRole('region', { name: 'Translation of rooms.html' });
    const { name, content } = await downloaded(editor, 'Write and download the document');
    expect(name).toBe('rooms-es.html');
    expect(content).toContain('<b>vivienda</b>');
    expect(content).toContain('Mi huerto.');
    await editor.getByText(/^2 texts are corrected/).waitFor();
    await editor.getByRole('button', { name: 'All documents' }).click();
    await item.waitFor();
    // The page has been reloaded.
    await choose(panel, 'From', 'English');
    await choose(panel, 'Into', 'Spanish');
    expect(watched.problems.splice(0).join()).toContain('409 (Conflict)');
  });
};

/** From English into Spanish, to be corrected afterwards. */
const sentToCorrect = async (at: TranslatePage, sent: ReturnType<typeof file>) => {
  const { openTab, choose, chooseFile } = at;
  const panel = await openTab('Documents');
  await choose(panel, 'From', 'English');
  await choose(panel, 'Into', 'Spanish');
  await panel.getByText('I want to correct the translation').click();
  await chooseFile(panel.getByRole('button', { name: 'Choose files' }), sent);
  return { panel, item: panel.getByRole('article', { name: sent.name }) };
};
