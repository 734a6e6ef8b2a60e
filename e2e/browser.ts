import { atFailure } from '@sextant/platform-testing/witnesses';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

/** A busy machine is slow, not wrong: a deadline is there to end what hangs. */
const DEADLINE_MS = 60_000;

/** Where it is not about motion: a browser without a graphics card draws each frame of it by the processor. */
export const STILL = { reducedMotion: 'reduce' } as const;

/** A page, and what nobody wants to see in it. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console, exceptions, and requests to another host. */
  readonly problems: string[];
  readonly close: () => Promise<void>;
}

/** Opens a page in a browser profile of its own. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  context.setDefaultTimeout(DEADLINE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(String(error.stack ?? error)));
  context.on('request', (request) => {
    const url = new URL(request.url());
    const isOurs = url.origin === origin || /^(data|blob):$/.test(url.protocol);
    if (!isOurs) problems.push(`a request to ${url.href}`);
  });
  const refused: string[] = [];
  context.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    refused.push(`${request.failure()?.errorText ?? 'no answer'} ${request.url()}`);
  });
  const forget = atFailure(async () => {
    const pages = await Promise.all(context.pages().map(shownBy));
    return [...pages, ...problems, ...refused].join('\n');
  });
  context.on('close', forget);
  return { page, context, problems, close: () => context.close() };
}

const shownBy = async (page: Page): Promise<string> =>
  `${page.url()}: ${await page.locator('body').innerText()}`;

/** Signs somebody in at the page that shows the way there. */
export async function signInAt(
  page: Page,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await button.click();
  await page.getByLabel('User name or e-mail address').fill(username);
  await page.getByLabel('Password').fill(password);
  await button.click();
}

/**
 * Opens what a signed-in person sees. On a busy machine the page's look for a session may give up: a press on "Sign in"
 * brings the person back, without a password.
 */
export async function returnTo(page: Page, seen: Locator): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await seen.or(button).first().waitFor();
  if (await button.isVisible()) await button.click();
}
