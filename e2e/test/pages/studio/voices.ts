import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { SAMPLE, type StudioPage } from './studio-page.js';

/** Voices that there are. */
export const voiceCases = (at: () => StudioPage): void => {
  it('finds voices by language and kind, in the address too, and plays a sample of one', async () => {
    const { page, watched, openTab, choose } = at();
    const panel = await openTab('Voices');
    await choose(panel, 'Language', 'English');
    await choose(panel, 'Kind', 'Formant');
    await panel.getByRole('textbox', { name: 'Search' }).fill('george');
    const card = panel.getByRole('article', { name: 'George', exact: true });
    await panel.getByText(/^1 of \d{3} voices$/).waitFor();
    expect(await card.innerText()).toMatch(/Formant\s+American English\s+GPL-3.0-or-later/);
    await page.reload();
    await panel.getByText(/^1 of \d{3} voices$/).waitFor();
    expect(new URL(page.url()).search).toBe('?language=en&kind=formant&search=george');

    await card.getByRole('button', { name: 'Sample: George' }).click();
    await card.getByRole('button', { name: 'Stop: George' }).waitFor();
    await card.getByRole('button', { name: 'Sample: George' }).waitFor();
    await panel.getByRole('textbox', { name: 'Search' }).fill('nobody at all');
    await panel.getByRole('button', { name: 'Clear filters' }).click();
    expect(new URL(page.url()).search).toBe('');

    await panel.getByRole('textbox', { name: 'Search' }).fill('carly');
    await panel.getByRole('button', { name: 'Use voice: Carly' }).click();
    const speak = page.getByRole('tabpanel', { name: 'Text to speech' });
    await speak.getByRole('group', { name: 'Voice' }).getByText('Carly').waitFor();
    expect(new URL(page.url()).search).toBe('?voice=carly');
    expect(watched.problems).toEqual([]);
  });
};

/** Voices that people make. */
export const ownVoiceCases = (at: () => StudioPage): void => {
  it('makes a voice by microphone after spoken consent, for its maker alone, and takes it back', async () => {
    const { page, watched, signedIn, openTab, say } = at();
    const panel = await openTab('Voices');
    await panel.getByRole('button', { name: 'Create a voice' }).click();
    await panel.getByRole('textbox', { name: 'Full name of the speaker' }).fill('Ada Lovelace');
    await panel.getByRole('button', { name: 'Get the sentence' }).click();
    const phrase = await panel.locator('blockquote').innerText();
    const record = async (name: string, text: string) => {
      const part = panel.getByRole('region', { name, exact: true });
      const ms = await say(text);
      await part.getByRole('button', { name: 'Record', exact: true }).click();
      await part.getByRole('progressbar').waitFor();
      await sleep(ms + 500); // as long as somebody speaks
      await part.getByRole('button', { name: 'Stop' }).click();
      await part.getByText('Recorded').waitFor();
    };
    await record('Consent', phrase);
    await record('Sample', SAMPLE);
    await panel.getByRole('button', { name: 'Create voice' }).click();

    const own = panel.getByRole('article', { name: 'Ada Lovelace' });
    await own.getByText('Yours').waitFor();
    const other = await signedIn('student');
    await other.page.getByRole('tab', { name: 'Voices' }).click();
    await other.page.getByRole('list', { name: 'Voices' }).waitFor();
    expect(await other.page.getByRole('article', { name: 'Ada Lovelace' }).count()).toBe(0);
    await other.close();
    await own.getByRole('button', { name: 'Withdraw consent: Ada Lovelace' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent' }).click();
    await own.waitFor({ state: 'detached' });
    expect(watched.problems).toEqual([]);
  });
};
