import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { StudioPage } from './studio-page.js';

/** Dialogues, books and transcripts. */
export const workCases = (at: () => StudioPage): void => {
  it('has a dialogue spoken, each word lit in its turn', async () => {
    const { page, watched, openTab, words, lit, downloaded } = at();
    const panel = await openTab('Dialogues');
    await panel.getByRole('textbox', { name: 'Turn 1' }).fill('Good morning.');
    await panel.getByRole('textbox', { name: 'Turn 2' }).fill('How are you?');
    await panel
      .getByRole('region', { name: 'Turn 2' })
      .getByRole('button', { name: 'Change voice' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Choose a voice' });
    await dialog.waitFor();
    expect(new URL(page.url()).searchParams.get('ask')).toBe('Turn 2');
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await page.goForward();
    await dialog.getByRole('textbox', { name: 'Search' }).fill('carly');
    await dialog.getByRole('button', { name: 'Use voice: Carly' }).click();

    await panel.getByRole('button', { name: 'Generate audio' }).click();
    await panel.getByRole('button', { name: 'Play', exact: true }).click();
    await lit(words(panel, 'Turn 1'), 'morning').waitFor();
    await lit(words(panel, 'Turn 2'), 'you').waitFor();
    const [name, captions] = await downloaded(
      panel.getByRole('button', { name: 'Download captions' }),
    );

    expect(name).toBe('dialogue.vtt');
    expect(captions.toString()).toMatch(/<v george>.*Good.*\n\n.*\n<v carly>.*How/);
    await panel.getByRole('heading', { name: 'Carly' }).waitFor();
    expect(watched.problems).toEqual([]);
  });

  it('makes a book of a document, with an address of its own, and plays its chapters', async () => {
    const { page, watched, openTab, dropFile, downloaded } = at();
    const panel = await openTab('Books');
    await dropFile(
      panel,
      'Two days.md',
      Buffer.from('# Monday\n\nIt rained.\n\n# Tuesday\n\nThe sun came out.\n'),
    );
    await panel.getByText('Complete', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/speech\/studio\/books\/[0-9a-f-]{36}$/);
    await page.reload();

    await panel.getByRole('button', { name: 'Listen' }).click();
    await panel.getByRole('button', { name: 'Pause' }).waitFor();
    await panel.getByRole('button', { name: 'Tuesday' }).click();
    await panel.locator('li[aria-current="true"]', { hasText: 'Tuesday' }).waitFor();
    const [name, recording] = await downloaded(
      panel.getByRole('button', { name: 'Download audio' }),
    );
    expect(name).toBe('Two days.mp3');
    expect(recording.subarray(0, 3).toString()).toBe('ID3');

    await panel.getByRole('button', { name: 'Delete: Two days' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await panel.getByText('No books yet').waitFor();
    expect(watched.problems).toEqual([]);
  });

  it('writes a recording down, lights its words, and exports them', async () => {
    const { heard, watched, openTab, words, lit, dropFile, downloaded, say } = at();
    await say('good morning my friends');
    const panel = await openTab('Transcription');
    await dropFile(panel, 'hello.wav', await readFile(heard));
    const said = words(panel, 'Transcript');
    await panel.getByRole('button', { name: 'SRT' }).waitFor();
    const word = said.getByRole('button').nth(1);
    await word.click();
    await lit(said, (await word.innerText()).trim())
      .or(lit(said, /./))
      .first()
      .waitFor();

    const [srtName, srt] = await downloaded(panel.getByRole('button', { name: 'SRT' }));
    const [txtName, txt] = await downloaded(panel.getByRole('button', { name: 'TXT' }));

    expect([srtName, txtName]).toEqual(['hello.srt', 'hello.txt']);
    expect(srt.toString()).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n/);
    expect(txt.toString().toLowerCase()).toContain('morning');
    expect(watched.problems).toEqual([]);
  });
};
