import { expect, it } from '@jest/globals';
import { chooseWording } from '../../../translate-people.js';
import type { TranslatePage } from './translate-page.js';

/** Texts, translated while one types. */
export const textCases = (at: () => TranslatePage): void => {
  it('translates while one types, says what the engine does not know, and turns around', async () => {
    const { page, watched, openTab, written, translation } = at();
    await openTab('Text');
    // Nobody has chosen: what is in the reader's own language goes into another one.
    await written().fill('The house is big.');
    await translation().getByText('La casa es grande.').waitFor();
    await page.getByRole('button', { name: /Detected: English/ }).waitFor();
    await page.getByText('Translated by rules. For fluent text:').waitFor();
    await page.getByText('npm run models -- add en-es', { exact: true }).waitFor();

    await written().fill('The zorgle is big.');
    await translation().getByRole('button', { name: 'zorgle' }).focus();
    await page.getByRole('tooltip').getByText('does not know this word').waitFor();

    await written().fill('The house is big.');
    await translation().getByText('La casa es grande.').waitFor();
    await page.getByRole('button', { name: 'Swap the languages' }).click();
    await translation().getByText('The house is big.').waitFor();
    expect(await written().inputValue()).toBe('La casa es grande.');
    expect(watched.problems).toEqual([]);
  });

  it('offers other translations of the sentence that is pressed, and puts one in', async () => {
    const { page, watched, openTab, choose } = at();
    await openTab('Text');
    await choose(page, 'From', 'English');
    await choose(page, 'Into', 'Spanish');
    await chooseWording(page);
    expect(watched.problems).toEqual([]);
  });

  it('takes a text of 150,000 characters', async () => {
    const { page, watched, openTab, choose, written, translation } = at();
    await openTab('Text');
    await choose(page, 'From', 'English');
    await choose(page, 'Into', 'Spanish');
    const sentence = 'The house is big. ';
    await written().fill(sentence.repeat(8400).trim());

    const done = async () =>
      (await translation().innerText()).match(/La casa es grande\./g)?.length ?? 0;
    // The page is there all the while; the test ends by its own deadline.
    while ((await done()) < 8400) await page.waitForTimeout(500);
    expect(await done()).toBe(8400);
    await written().fill('');
    expect(watched.problems).toEqual([]);
  });

  it('takes HTML as such', async () => {
    const { page, watched, openTab, choose, written, translation } = at();
    await openTab('Text');
    await choose(page, 'From', 'English');
    await choose(page, 'Into', 'Spanish');
    await choose(page, 'Text is', 'HTML');
    await written().fill('<p>The <b>big</b> house</p>');

    await translation().getByText('<p>La casa <b>grande</b></p>').waitFor();

    await choose(await openTab('Text'), 'Text is', 'Plain text');
    expect(watched.problems).toEqual([]);
  });
};
