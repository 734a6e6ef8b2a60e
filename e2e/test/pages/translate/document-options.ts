import { expect, it } from '@jest/globals';
import { file, pdf } from './files.js';
import type { TranslatePage } from './translate-page.js';

/** Documents that are translated in other ways, or are of a special kind. */
export const documentOptionCases = (at: () => TranslatePage): void => {
  it('remembers translations under a key that is made here', async () => {
    const { watched, openTab, chooseFile } = at();
    const panel = await openTab('Documents');
    const key = panel.getByRole('textbox', { name: 'Key of remembered translations' });
    await key.fill('abc');
    await panel.getByText('A key has 64 digits').waitFor();
    expect(await panel.getByRole('button', { name: 'Choose files' }).count()).toBe(0);

    await panel.getByRole('button', { name: 'New key' }).click();
    expect(await key.inputValue()).toMatch(/^[0-9a-f]{64}$/);
    const send = async (name: string, words: string) => {
      await chooseFile(panel.getByRole('button', { name: 'Choose files' }), file(name, words));
      const item = panel.getByRole('article', { name });
      await item.getByRole('button', { name: 'Download' }).waitFor();
      return item;
    };
    await send('first.json', JSON.stringify({ a: 'The house is big.' }));
    const again = await send(
      'second.json',
      JSON.stringify({ a: 'The house is big.', b: 'The dog eats.' }),
    );

    await again.getByText('17 characters were remembered').waitFor();
    await again.getByText('Done: 13 characters').waitFor();
    await key.fill('');
    expect(watched.problems).toEqual([]);
  });

  it('answers a PDF as a text document where that is wished, other files as they are', async () => {
    const { watched, openTab, choose, chooseFile, downloaded } = at();
    const panel = await openTab('Documents');
    await choose(panel, 'PDF becomes', 'Word (docx)');
    const chooser = panel.getByRole('button', { name: 'Choose files' });
    await chooseFile(
      chooser,
      file('page.pdf', pdf('BT /F1 24 Tf 72 700 Td (The house is big.) Tj ET')),
    );
    await chooseFile(chooser, file('plain.txt', 'The house is big.'));

    const answer = await downloaded(panel.getByRole('article', { name: 'page.pdf' }), 'Download');
    expect(answer.name).toBe('page-es.docx');
    expect(answer.content.startsWith('PK')).toBe(true);
    const plain = await downloaded(panel.getByRole('article', { name: 'plain.txt' }), 'Download');
    expect(plain.name).toBe('plain-es.txt');
    expect(watched.problems).toEqual([]);
  });

  it('says what the service says of a PDF without words', async () => {
    const { watched, openTab, choose, chooseFile } = at();
    const panel = await openTab('Documents');
    await choose(panel, 'PDF becomes', 'PDF');
    await chooseFile(
      panel.getByRole('button', { name: 'Choose files' }),
      file('scan.pdf', pdf('0 0 m 9 9 l S')),
    );

    const item = panel.getByRole('article', { name: 'scan.pdf' });
    await item
      .getByRole('alert')
      .getByText(/it has no text|no words are seen/)
      .waitFor();
    expect(watched.problems.splice(0).join()).toContain('400 (Bad Request)');
  });

  it('shows names and texts that are made to be run as they are written', async () => {
    const { page, watched, openTab, chooseFile, downloaded } = at();
    const panel = await openTab('Documents');
    const name = `"><img src=x onerror="document.title='run'">.txt`;
    await chooseFile(
      panel.getByRole('button', { name: 'Choose files' }),
      file(name, '<script>document.title="run"</script> The house is big.'),
    );

    const item = panel.getByRole('article', { name });
    const { content } = await downloaded(item, 'Download');
    expect(content).toContain('<script>');
    expect(await page.title()).not.toBe('run');
    expect(watched.problems).toEqual([]);
  });
};
