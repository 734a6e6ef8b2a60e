import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from '../browser.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

let auth: RunningAuth;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

describe('the page of a device, to a browser that has no session any more', () => {
  it.each([
    ['its form', 'POST', '/oauth/device'],
    ['the way back from a sign-in', 'GET', '/oauth/device/nobody-knows-it'],
  ])('begins anew after %s', async (_what, method, path) => {
    const body = method === 'POST' ? new URLSearchParams({ user_code: 'ABCD-EFGH' }) : null;
    for (const accept of ['text/html', '*/*']) {
      const headers = { accept };
      const answer = await fetch(auth.url + path, { method, body, headers, redirect: 'manual' });

      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/oauth/device']);
    }
    const page = await new Browser(auth.url).get('/oauth/device');
    expect(page.text).toContain('name="user_code"');
  });
});
