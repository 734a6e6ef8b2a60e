import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { findingsOf } from '../../../axe.js';
import type { StudioPage } from './studio-page.js';

const VIEWS = [
  ...[
    'Text to speech',
    'Voices',
    'Dialogues',
    'Books',
    'Transcription',
    'Live',
    'Lexicons',
    'Usage',
  ],
];

/** How the views look. */
export const viewCases = (at: () => StudioPage): void => {
  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('fits and is accessible in every view: %s, %d pixels', async (colorScheme, width) => {
    const { page, watched, openTab } = at();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    for (const name of VIEWS) {
      await openTab(name);
      await page.getByRole('tabpanel').locator('h2, h3, button, p').first().waitFor();
      await expectFit(at(), name, width, colorScheme);
    }
    await openTab('Voices');
    await page.getByRole('button', { name: 'Create a voice' }).click();
    await page.getByRole('heading', { name: 'A voice of your own' }).waitFor();
    await expectFit(at(), 'A new voice', width, colorScheme);
    await page.getByRole('button', { name: 'All voices' }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(watched.problems).toEqual([]);
  });
};

const expectFit = async ({ page }: StudioPage, name: string, width: number, scheme: string) => {
  const found = await page.evaluate<number>('document.documentElement.scrollWidth');
  // For who wants to look.
  const to = process.env['PICTURES'];
  const path = join(to ?? '', `${name} ${scheme} ${width}.png`);
  if (to !== undefined) await page.screenshot({ path, fullPage: true });
  expect([name, found, ...(await findingsOf(page))]).toEqual([name, width]);
};
