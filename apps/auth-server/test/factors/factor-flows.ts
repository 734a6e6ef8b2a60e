import { expect } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Visit } from '../browser.js';
import { passwordOf } from '../running-auth.js';

/** An app that shares a secret. */
export const appOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) });
export const codeOf = (secret: string, steps = 0): string =>
  appOf(secret).generate({ timestamp: Date.now() + steps * 30_000 });
export const keyOn = (page: Visit): string => /class="key">([A-Z2-7]+)</.exec(page.text)?.[1] ?? '';

/** Name and password, at whatever page it is. */
export const firstStep = (browser: Browser, page: Visit, name: string): Promise<Visit> =>
  browser.submit(page, { username: name, password: passwordOf(name), consent: 'allow' });
export const secondStep = (browser: Browser, page: Visit, code: string): Promise<Visit> =>
  browser.submit(page, { code, consent: 'allow' });

/** Opens the own page, through the sign-in. */
export async function ownPage(browser: Browser, name: string, code?: string): Promise<Visit> {
  const start = await browser.get('/account');
  if (start.status === 200) return start;
  const signIn = await browser.get(start.location ?? '');
  let answer = await firstStep(browser, signIn, name);
  if (code !== undefined) answer = await secondStep(browser, answer, code);
  const back = await browser.get(answer.location ?? '');
  return browser.get(back.location ?? '');
}

/** Adds an app; its last code is that of the step before, so that there is another one now. */
export async function addApp(
  browser: Browser,
  name: string,
): Promise<{ secret: string; codes: string[]; enrolled: string }> {
  await ownPage(browser, name);
  const page = await browser.get('/account/app');
  const secret = keyOn(page);
  const enrolled = codeOf(secret, -1);
  const done = await browser.submit(page, {
    code: enrolled,
    name: 'My phone',
    current: passwordOf(name),
  });
  expect(done.status).toBe(200);
  const codes = [...done.text.matchAll(/<code>([A-Z2-7-]{19})<\/code>/g)].map(([, c = '']) => c);
  return { secret, codes, enrolled };
}
