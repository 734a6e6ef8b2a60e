import { expect } from '@jest/globals';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { violationsOf } from './axe.js';
import type { WatchedPage } from './browser.js';

const IS_WIDER = 'document.documentElement.scrollWidth > window.innerWidth';

/** Presses the second sentence of a translation, and puts another one in. */
export async function chooseWording(page: Page): Promise<void> {
  await page
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('The dog eats. The beautiful house is new.');
  const translation = page.getByRole('region', { name: 'Translation', exact: true });
  const usual = translation.getByText(/^El perro come\. La .*nueva\.$/);
  await usual.waitFor();
  const before = await translation.innerText();

  const { width = 0 } = (await usual.boundingBox()) ?? {};
  await usual.click({ position: { x: Math.min(width - 5, 220), y: 12 } });
  const wordings = page.getByRole('region', { name: 'Other translations of this sentence' });
  await wordings.getByText('The beautiful house is new.').waitFor();
  await wordings
    .getByRole('button', { name: /^La casa/ })
    .first()
    .click();

  await translation.getByText(before, { exact: true }).waitFor({ state: 'detached' });
  expect(await translation.innerText()).toMatch(/^El perro come\. La casa/);
  await wordings.getByRole('button', { name: 'Previous sentence' }).click();
  await wordings.getByText('The dog eats.').waitFor();
  await wordings.getByRole('button', { name: 'Close' }).click();
  await wordings.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Alternatives' }).click();
  await wordings.getByText('The dog eats.').waitFor();
  await wordings.getByRole('button', { name: 'Close' }).click();
}

const editor = (page: Page) => page.getByRole('region', { name: 'Translation of rooms.html' });
const garden = (page: Page) =>
  editor(page).getByRole('textbox', { name: /^The garden is beautiful/ });
const isSaved = (page: Page) =>
  editor(page).getByText('Saving').first().waitFor({ state: 'detached' });

/** Corrects the texts of a document that is open in the editor, in two windows, and looks at it on a phone. */
export async function editRooms({ page, context }: WatchedPage): Promise<void> {
  const address = page.url();
  expect(address).toMatch(/\/translate\/documents\/[0-9A-F]{32}$/);
  await typeRooms(page);
  await typeInTwoWindows(page, context, address);
  await lookOnPhone(page);
}

/** What may be wrong is told as one types, other translations are offered, and a reload loses nothing. */
async function typeRooms(page: Page): Promise<void> {
  const house = editor(page).getByRole('textbox', { name: /^The ⟦1⟧house⟦\/1⟧ has 2 doors/ });
  const doors = await house.inputValue();
  expect(doors).toContain('⟦1⟧casa⟦/1⟧');

  // What may be wrong is told as one types; other translations are offered.
  await house.fill(doors.replace('2', '3').replace('⟦1⟧', ''));
  await editor(page)
    .getByText(/^Marks differ: ⟦1⟧$/)
    .waitFor();
  await editor(page).getByText('Numbers differ: 2 3').waitFor();
  await house.fill(doors.replace('casa', 'vivienda'));
  await garden(page).focus();
  await editor(page).getByRole('button', { name: 'Other translations' }).click();
  await editor(page).getByRole('list', { name: 'Other translations' }).waitFor();
  await garden(page).fill('El huerto es bonito.');
  await page.reload();
  await garden(page).waitFor();
  expect(await garden(page).inputValue()).toBe('El huerto es bonito.');
  expect(await house.inputValue()).toContain('vivienda');
  await isSaved(page);
}

async function typeInTwoWindows(
  page: Page,
  context: BrowserContext,
  address: string,
): Promise<void> {
  const kept = await page.evaluate(
    () => sessionStorage.getItem('sextant-translate-documents') ?? '',
  );
  const other = await context.newPage();
  await other.addInitScript((documents) => {
    sessionStorage.setItem('sextant-translate-documents', documents);
  }, kept);
  await other.goto(address);
  await garden(other).fill('El otro huerto.');
  await isSaved(other);
  await garden(page).fill('Mi huerto.');
  await editor(page).getByText('Changed in another window: El otro huerto.').waitFor();
  await editor(page).getByRole('button', { name: 'Keep mine' }).click();
  await editor(page).getByRole('button', { name: 'Keep mine' }).waitFor({ state: 'detached' });
  await isSaved(page);
  await other.close();
}

async function lookOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(IS_WIDER)).toBe(false);
  const violations = await violationsOf(page);
  expect(violations.filter(({ impact }) => /serious|critical/.test(impact ?? ''))).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** Finds a segment of a memory by words in any order, and none by words of two texts. */
export async function findWords(panel: Locator): Promise<void> {
  const words = panel.getByRole('textbox', { name: 'Find words in all memories' });
  await words.fill('todos GOOD');
  await words.press('Enter');
  await panel.getByText('No segment has these words').waitFor();
  await words.fill('días todos');
  await panel.getByRole('button', { name: 'Search', exact: true }).click();
  await panel
    .getByRole('list', { name: 'Segments with these words' })
    .getByText('greetings')
    .waitFor();
}

/** Somebody limits a key in its dialog, which has an address and is there after a reload. */
export async function limitKey(page: Page, name: string, characters: string): Promise<void> {
  await page.getByRole('button', { name: `Change: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/translate\/keys\/.+/);
  await page.reload();
  await dialog.getByRole('textbox', { name: /^Characters/ }).fill(characters);
  await dialog.getByRole('button', { name: 'Save' }).click();
}
