import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
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
const OWN_VOICE = 'A new voice';
const SCHEMES = ['light', 'dark'] as const;

/** A view, how wide it is, and what axe finds there. */
type Look = readonly [view: string, width: number, ...findings: readonly string[]];
type Looks = Readonly<Record<(typeof SCHEMES)[number], readonly Look[]>>;

/** How the views look. */
export const viewCases = (at: () => StudioPage): void => {
  /** By width: to open a view takes longer than to see it in another scheme. */
  const seen = new Map<number, Looks>();

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('fits and is accessible in every view: %s, %d pixels', async (scheme, width) => {
    const looks = seen.get(width) ?? (await looksAt(at(), width));
    seen.set(width, looks);

    expect(looks[scheme]).toEqual([...VIEWS, OWN_VOICE].map((view) => [view, width]));
    expect(at().watched.problems).toEqual([]);
  });
};

async function looksAt(studio: StudioPage, width: number): Promise<Looks> {
  const { page, openTab } = studio;
  const looks: Record<(typeof SCHEMES)[number], Look[]> = { light: [], dark: [] };
  const look = async (view: string) => {
    for (const scheme of SCHEMES) looks[scheme].push(await lookOf(page, view, scheme));
  };
  await page.setViewportSize({ width, height: 844 });
  for (const view of VIEWS) {
    await openTab(view);
    await page.getByRole('tabpanel').locator('h2, h3, button, p').first().waitFor();
    await look(view);
  }
  await openTab('Voices');
  await page.getByRole('button', { name: 'Create a voice' }).click();
  await page.getByRole('heading', { name: 'A voice of your own' }).waitFor();
  await look(OWN_VOICE);
  await page.getByRole('button', { name: 'All voices' }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  return looks;
}

async function lookOf(page: Page, view: string, scheme: 'light' | 'dark'): Promise<Look> {
  await page.emulateMedia({ colorScheme: scheme });
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  // For who wants to look.
  const to = process.env['PICTURES'];
  const path = join(to ?? '', `${view} ${scheme} ${width}.png`);
  if (to !== undefined) await page.screenshot({ path, fullPage: true });
  return [view, width, ...(await findingsOf(page))];
}
