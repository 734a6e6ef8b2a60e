import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { actionOf, Browser, newPkce, type Pkce, type Visit } from '../browser.js';
import { authorizeUrl, basic, json, postForm, redeem, type TokenAnswer } from '../flows.js';
import { faultyProvider, type FaultyProvider } from '../other-providers.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

let auth: RunningAuth;
let faulty: FaultyProvider;
let folder: string;

beforeAll(async () => {
  faulty = await faultyProvider('sextant');
  folder = await mkdtemp(join(tmpdir(), 'upstreams-'));
  const file = join(folder, 'upstreams.json');
  const client = { client_id: 'sextant', client_secret: 'secret-0123456789abcdefghijklmnopqr' };
  const entry = { id: 'faulty', name: 'Faulty', issuer: faulty.url, create_accounts: true };
  await writeFile(file, JSON.stringify([{ ...entry, ...client }]));
  auth = await startAuth({ env: { UPSTREAMS_FILE: file } });
}, 120_000);
afterAll(async () => {
  await auth.close();
  await faulty.close();
  await rm(folder, { recursive: true });
});

interface Journey {
  readonly here: Browser;
  readonly pkce: Pkce;
  /** The provider's page. */
  readonly there: string;
}

async function leave(asked: Readonly<Record<string, string>> = {}): Promise<Journey> {
  const here = new Browser(auth.url);
  const pkce = newPkce();
  const page = await here.get(authorizeUrl(asked, pkce));
  const gone = await here.post(actionOf(page), { upstream: 'faulty' });
  return { here, pkce, there: gone.location ?? '' };
}

/** Comes back with what the provider has answered. */
async function comeBack({ here, there }: Journey): Promise<Visit> {
  const answer = await fetch(there, { redirect: 'manual' });
  const back = await here.get(answer.headers.get('location') ?? '');
  return here.get(back.location ?? '');
}

async function tokensOf({ pkce }: Journey, end: Visit): Promise<TokenAnswer> {
  const code = new URL(end.location ?? '').searchParams.get('code') ?? '';
  return json<TokenAnswer>(await redeem(auth.url, { code, pkce }));
}

describe('a client that wants a sign-in, not a session of another provider', () => {
  it('does not get a session of before for one, where the provider says when it began', async () => {
    faulty.claims = { sub: 'kept', email: 'kept@example.org', auth_time: 1_700_000_000 };
    const kept = await leave();
    expect((await comeBack(kept)).status).toBe(302);
    const stale = await leave({ prompt: 'login' });
    expect(new URL(stale.there).searchParams.get('max_age')).toBe('0');
    const page = await comeBack(stale);
    expect(page.text).toContain('Faulty has not signed you in.');

    faulty.claims = { ...faulty.claims, auth_time: Math.floor(Date.now() / 1000) };
    const fresh = await leave({ prompt: 'login' });
    expect((await comeBack(fresh)).status).toBe(302);
  });

  it('gets no session of before by way of a client that takes one', async () => {
    const signedIn = Math.floor(Date.now() / 1000) - 3600;
    faulty.claims = { sub: 'hours', email: 'hours@example.org', auth_time: signedIn };
    const journey = await leave();
    const end = await comeBack(journey);
    const { id_token = '', access_token } = await tokensOf(journey, end);
    expect(decodeJwt(id_token)['auth_time']).toBe(signedIn);
    expect(decodeJwt(access_token)['auth_time']).toBe(signedIn);

    const { here } = journey;
    expect((await here.get(authorizeUrl())).status).toBe(302);
    const asked = await here.get(authorizeUrl({ max_age: '600' }));
    expect(asked.text).toContain('name="password"');
  });

  it('gets none where people choose their account first', async () => {
    faulty.claims = { sub: 'chosen', email: 'chosen@example.org', auth_time: 1_700_000_000 };
    const stale = await leave({ prompt: 'select_account login' });
    expect(new URL(stale.there).searchParams.get('max_age')).toBe('0');
    const page = await comeBack(stale);
    expect(page.text).toContain('Faulty has not signed you in.');
  });

  it.each([{ max_age: '0' }, { prompt: 'login consent' }, { prompt: 'select_account login' }])(
    'gets none where it has pushed the request: %o',
    async (asked) => {
      const { searchParams } = new URL(authorizeUrl(asked), auth.url);
      const pushed = await json<{ request_uri: string }>(
        await postForm(
          `${auth.url}/api/v1/oauth/par`,
          Object.fromEntries(searchParams),
          basic('web'),
        ),
      );
      const query = new URLSearchParams({ client_id: 'web', request_uri: pushed.request_uri });
      const here = new Browser(auth.url);
      const page = await here.get(`/api/v1/oauth/authorize?${query.toString()}`);
      const gone = await here.post(actionOf(page), { upstream: 'faulty' });

      expect(new URL(gone.location ?? '').searchParams.get('max_age')).toBe('0');
    },
  );

  it('gets none by a page that another request has opened in the same browser', async () => {
    faulty.claims = { sub: 'tabs', email: 'tabs@example.org', auth_time: 1_700_000_000 };
    const { here, there } = await leave();
    const strict = await here.get(authorizeUrl({ prompt: 'login' }));
    const answer = await fetch(there, { redirect: 'manual' });
    await here.get(answer.headers.get('location') ?? '');
    const again = await here.get(new URL(actionOf(strict), auth.url).pathname);

    expect(again.status).toBe(200);
    expect(again.text).toContain('name="password"');
  });

  it.each<[string, (seconds: number) => unknown]>([
    ['earlier, as text', () => '1700000000'],
    ['in the future', (now) => now + 600],
    ['in milliseconds', () => 1_700_000_000_000],
    ['in no time', () => ({})],
  ])('gets nobody of whom the provider says that the sign-in was %s', async (_when, time) => {
    const auth_time = time(Math.floor(Date.now() / 1000));
    faulty.claims = { sub: 'clockless', email: 'clockless@example.org', auth_time };
    const journey = await leave({ prompt: 'login' });
    const page = await comeBack(journey);
    expect(page.text).toContain('Faulty has not signed you in.');
  });

  it('believes providers whose clocks differ by less than a minute', async () => {
    for (const difference of [-50, 50]) {
      const auth_time = Math.floor(Date.now() / 1000) + difference;
      faulty.claims = { sub: 'skewed', email: 'skewed@example.org', auth_time };
      const journey = await leave({ prompt: 'login' });
      expect((await comeBack(journey)).status).toBe(302);
    }
  });
});
