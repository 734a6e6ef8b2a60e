import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { openPage, signInAt, STILL, type WatchedPage } from '../../../browser.js';
import type { StartedPages } from '../../../started-pages.js';
import type { file } from './files.js';

interface Credentials {
  readonly auth_server: {
    readonly users: Readonly<
      Record<string, { readonly username: string; readonly password: string }>
    >;
  };
}

export type TranslatePage = Awaited<ReturnType<typeof openTranslate>>;

/** The page of translate, as an administrator sees it. */
export async function openTranslate({ origin, browser, credentials }: StartedPages) {
  const { users } = (credentials as Credentials).auth_server;
  const signedIn = async (name: string): Promise<WatchedPage> => {
    const opened = await openPage(browser, origin, STILL);
    await opened.page.goto(`${origin}/translate`);
    await signInAt(opened.page, users[name] ?? { username: '', password: '' });
    await opened.page.getByRole('tab', { name: 'Text' }).waitFor();
    return opened;
  };

  const watched = await signedIn('admin');
  return { watched, signedIn, ...jobsAt(watched.page) };
}

function jobsAt(page: Page) {
  const openTab = async (name: string): Promise<Locator> => {
    await page.getByRole('tab', { name }).click();
    return page.getByRole('tabpanel', { name });
  };
  const choose = async (within: Locator | Page, field: string, option: string) => {
    await within.getByRole('button', { name: new RegExp(`${field}$`) }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const chooseFile = async (press: Locator, chosen: ReturnType<typeof file>) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press.click()]);
    await chooser.setFiles(chosen);
  };
  const downloaded = async (within: Locator, button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      within.getByRole('button', { name: button, exact: true }).click(),
    ]);
    return {
      name: download.suggestedFilename(),
      content: await readFile(await download.path(), 'utf8'),
    };
  };
  const written = () => page.getByRole('textbox', { name: 'Text', exact: true });
  const translation = () => page.getByRole('region', { name: 'Translation', exact: true });
  return { page, openTab, choose, chooseFile, downloaded, written, translation };
}
