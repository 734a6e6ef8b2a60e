import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { openPage, signInAt, STILL, type WatchedPage } from '../../../browser.js';
import type { StartedPages } from '../../../started-pages.js';
import { sayInto } from '../microphone.js';

export interface SpeechUses extends StartedPages {
  /** The file that it hears. */
  readonly microphone: string;
}

interface Credentials {
  readonly auth_server: {
    readonly users: Readonly<
      Record<string, { readonly username: string; readonly password: string }>
    >;
  };
  readonly speech: { readonly api_key: string };
}

export const SAMPLE =
  'I live in a small house near the sea, and every morning I walk along the beach with my dog. ' +
  'In the evening I read a book, or I listen to the radio, and then I go to bed early.';

export type StudioPage = Awaited<ReturnType<typeof openStudio>>;

/** The studio, as a teacher sees it. */
export async function openStudio(uses: SpeechUses) {
  const { origin, browser, microphone: heard } = uses;
  const credentials = uses.credentials as Credentials;
  const apiKey = credentials.speech.api_key;
  const signedIn = async (name: string): Promise<WatchedPage> => {
    const { username = '', password = '' } = credentials.auth_server.users[name] ?? {};
    const opened = await openPage(browser, origin, { ...STILL, permissions: ['microphone'] });
    await opened.page.goto(`${origin}/speech/studio`);
    await signInAt(opened.page, { username, password });
    await opened.page.getByRole('tab', { name: 'Text to speech' }).waitFor();
    return opened;
  };
  /** What somebody says into the microphone, in milliseconds. */
  const say = (text: string): Promise<number> =>
    sayInto({ origin, key: apiKey, file: heard }, text);

  const watched = await signedIn('teacher');
  return { ...{ origin, browser, heard, apiKey }, watched, signedIn, say, ...jobsAt(watched.page) };
}

function jobsAt(page: Page) {
  const openTab = async (name: string): Promise<Locator> => {
    await page.getByRole('tab', { name }).click();
    return page.getByRole('tabpanel', { name });
  };
  const choose = async (within: Locator, field: string, option: string) => {
    await within.getByRole('button', { name: new RegExp(`${field}$`) }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const words = (within: Locator, name = 'Text') =>
    within.getByRole('region', { name, exact: true });
  const lit = (within: Locator, text: string | RegExp) =>
    within.locator('[aria-current="true"]', { hasText: text });
  const dropFile = async (panel: Locator, name: string, buffer: Buffer) => {
    const press = panel.getByRole('button', { name: 'Choose a file' });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press.click()]);
    await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer });
  };
  const downloaded = async (press: Locator): Promise<[name: string, bytes: Buffer]> => {
    const [file] = await Promise.all([page.waitForEvent('download'), press.click()]);
    return [file.suggestedFilename(), await readFile(await file.path())];
  };
  const chooseFile = async (press: Locator, name: string, content: string) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press.click()]);
    await chooser.setFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(content) });
  };
  return { page, openTab, choose, words, lit, dropFile, downloaded, chooseFile };
}
