import { expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { isCorrected } from './language-tool.js';
import type { TranslatePage } from './translate-page.js';

/** Texts that are corrected. */
export const writingCases = (at: () => TranslatePage): void => {
  it('shows what is wrong in a text, takes one correction and leaves another', async () => {
    const { watched, openTab, choose } = at();
    const panel = await openTab('Writing');
    const text = panel.getByRole('textbox', { name: 'Your text' });
    await choose(panel, 'Language', 'American English');
    await text.fill('this is a example sentence to imprve');

    await panel.getByRole('button', { name: 'Correct', exact: true }).click();
    await panel.getByRole('button', { name: 'Accept: an', exact: true }).click();
    await panel.getByRole('button', { name: 'Ignore: this' }).click();
    await panel.getByRole('button', { name: 'Accept: improve' }).click();

    await panel.getByText('Nothing to correct').waitFor();
    expect(await text.inputValue()).toBe('this is an example sentence to improve');
    expect(watched.problems).toEqual([]);
  });

  it('keeps a dictionary of words that are right', async () => {
    const { page, watched, openTab, choose } = at();
    const panel = await openTab('Writing');
    const text = panel.getByRole('textbox', { name: 'Your text' });
    await choose(panel, 'Language', 'American English');
    await text.fill('The sextantly word is here.');
    // The last refusal still stands above the buttons.
    const told = page.locator('.sx-toast').getByRole('button');
    while ((await told.count()) > 0) await told.first().click();
    const correct = panel.getByRole('button', { name: 'Correct', exact: true });
    await correct.click();
    await panel.getByRole('button', { name: 'Add to dictionary: sextantly' }).click();
    await panel.getByText('Your dictionary: 1 words').click();

    await page.reload();
    await openTab('Writing');
    await choose(panel, 'Language', 'American English');
    await text.fill('The sextantly word is here.');
    await correct.click();
    await panel.getByText('Nothing to correct').waitFor();

    await panel.getByText('Your dictionary: 1 words').click();
    await panel.getByRole('button', { name: 'Remove from dictionary: sextantly' }).click();
    await correct.click();
    await panel.getByRole('button', { name: 'Ignore: sextantly' }).waitFor();
    expect(watched.problems).toEqual([]);
  });

  (isCorrected ? it : it.skip).each([
    ['Spanish', 'La casas es muy grande.', 'La casa es muy grande.'],
    ['Italian', 'Io vado alla spiagia.', 'Io vado alla spiaggia.'],
  ])(
    'takes a correction of LanguageTool in %s, needs Java 17 and Maven Central',
    async (language, wrong, right) => {
      const { openTab, choose } = at();
      const panel = await openTab('Writing');
      const text = panel.getByRole('textbox', { name: 'Your text' });
      await choose(panel, 'Language', language);
      await text.fill(wrong);
      await correctedOnceRead(at(), panel);

      await panel.getByRole('button', { name: 'Accept all' }).click();
      expect(await text.inputValue()).toBe(right);
    },
  );
};

/** The rules of a language are read at its first text; until then there is a refusal. */
const correctedOnceRead = async ({ page, watched }: TranslatePage, panel: Locator) => {
  const found = panel.getByText(/^\d+ corrections$/);
  const refused = page.getByText(/Try again (?:later|in a few seconds)/);
  for (;;) {
    await panel.getByRole('button', { name: 'Correct', exact: true }).click();
    await found.or(refused).first().waitFor({ timeout: 60_000 });
    if (await found.isVisible()) return watched.problems.splice(0);
    // It goes by itself, but not while the pointer rests on it.
    await page.locator('.sx-toast').getByRole('button').first().click();
    await refused.first().waitFor({ state: 'hidden', timeout: 60_000 });
  }
};
