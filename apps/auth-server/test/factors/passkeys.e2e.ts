import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { actionOf, Browser, hiddenFields, newPkce, type Visit } from '../browser.js';
import {
  admin,
  adminToken,
  allow,
  authorizeUrl,
  json,
  redeem,
  type TokenAnswer,
} from '../flows.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';
import { SoftKey, type Circumstances } from '../soft-key.js';

let auth: RunningAuth;
let issuer: string;
let call: ReturnType<typeof admin>;
beforeAll(async () => {
  auth = await startAuth({ host: 'localhost' });
  issuer = auth.env['ISSUER'] ?? '';
  call = admin(auth.url, await adminToken(auth.url));
});
afterAll(() => auth.close());

let people = 0;
async function person(): Promise<{ id: string; name: string }> {
  people += 1;
  const name = `keeper${people}`;
  const body = { username: name, email: `${name}@example.org`, password: passwordOf(name) };
  const { id } = await json<{ id: string }>(await call('POST', '/users', body));
  return { id, name };
}

/** The challenge that a page asks a key for. */
function challengeOn({ text }: Visit): string {
  const [, options = ''] = /data-options="([^"]+)"/.exec(text) ?? [];
  const unescaped = options.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return (JSON.parse(unescaped) as { challenge: string }).challenge;
}

async function open(browser: Browser, name: string): Promise<void> {
  const start = await browser.get('/account');
  const answer = await allow(browser, await browser.get(start.location ?? ''), name);
  await browser.get(answer.location ?? '');
}

/** Adds a key at the own page, telling the truth unless something else is given. */
async function addKey(
  name: string,
  {
    key = new SoftKey('localhost'),
    browser = new Browser(auth.url),
    ...lies
  }: Partial<Circumstances> & {
    key?: SoftKey;
    browser?: Browser;
  } = {},
): Promise<{ key: SoftKey; browser: Browser; answer: Visit }> {
  await open(browser, name);
  const page = await browser.get('/account/passkey');
  const truth = { origin: issuer, challenge: challengeOn(page) };
  const answer = await browser.submit(page, {
    passkey: key.create({ ...truth, ...lies }),
    name: 'My key',
    current: passwordOf(name),
  });
  return { key, browser, answer };
}

/** Uses a key at the sign-in page of a client. */
async function useKey(
  key: SoftKey,
  lies: Partial<Circumstances> = {},
  browser = new Browser(auth.url),
): Promise<Visit & { readonly pkce: ReturnType<typeof newPkce> }> {
  const pkce = newPkce();
  const page = await browser.get(authorizeUrl({}, pkce));
  const truth = { origin: issuer, challenge: challengeOn(page), counter: 1 };
  const fields = { consent: 'allow', passkey: key.get({ ...truth, ...lies }) };
  return { ...(await browser.post(actionOf(page), fields)), pkce };
}

describe('a passkey', () => {
  it('alone signs in, with the strongest of our levels', async () => {
    const { id, name } = await person();
    const { key, answer } = await addKey(name);
    expect(answer.text.match(/<code>[A-Z2-7-]{19}<\/code>/g)).toHaveLength(10);

    const { location, pkce } = await useKey(key);
    const code = new URL(location ?? '').searchParams.get('code') ?? '';
    const { id_token } = await json<TokenAnswer>(await redeem(auth.url, { code, pkce }));
    expect(decodeJwt(id_token ?? '')).toMatchObject({
      sub: id,
      acr: 'urn:sextant:passkey',
      amr: ['hwk', 'user', 'mfa'],
    });
  });

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of a neighbour on the same host', { origin: 'http://localhost:1' }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without a verified user', { isVerified: false }],
  ])('is not added when it is %s', async (_what, lies) => {
    const { id, name } = await person();
    const { answer } = await addKey(name, lies);

    expect(answer.status).toBe(422);
    expect(await json(await call('GET', `/users/${id}/factors`))).toMatchObject({ factors: [] });
  });

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for the challenge of another page', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without a verified user', { isVerified: false }],
    ['with a counter that has gone back', { counter: 4 }],
    ['with a counter that stands still', { counter: 5 }],
  ])('signs nobody in %s', async (_what, lies) => {
    const { name } = await person();
    const { key } = await addKey(name);
    expect((await useKey(key, { counter: 5 })).status).toBe(302);

    expect((await useKey(key, { counter: 9, ...lies })).status).toBe(401);
    expect((await useKey(key, { counter: 10 })).status).toBe(302);
  });

  it('and copies of it that count alike at the same time: one of them is in', async () => {
    const { name } = await person();
    const { key } = await addKey(name);

    const answers = await Promise.all(Array.from({ length: 8 }, () => useKey(key, { counter: 7 })));

    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  });

  it('of another host, or of nobody, signs nobody in', async () => {
    const { name } = await person();
    const foreign = new SoftKey('evil.example');
    expect((await addKey(name, { key: foreign })).answer.status).toBe(422);
    expect((await useKey(new SoftKey('localhost'))).status).toBe(401);
  });

  it('belongs to one account', async () => {
    const [one, other] = [await person(), await person()];
    const { key } = await addKey(one.name);

    expect((await addKey(other.name, { key })).answer.status).toBe(422);
  });

  it('answers once: what it has said on a page is worth nothing on the next', async () => {
    const { name } = await person();
    const { key } = await addKey(name);
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl());
    const said = key.get({ origin: issuer, challenge: challengeOn(page), counter: 1 });
    const fields = { consent: 'allow', passkey: said };
    expect((await browser.post(actionOf(page), fields)).status).toBe(302);

    expect((await browser.post(actionOf(page), fields)).status).toBe(400);
    const next = await new Browser(auth.url).get(authorizeUrl());
    const stranger = new Browser(auth.url);
    const own = await stranger.get(authorizeUrl());
    expect(challengeOn(own)).not.toBe(challengeOn(next));
    expect((await stranger.post(actionOf(own), fields)).status).toBe(401);
  });

  it('of a deactivated account signs nobody in', async () => {
    const { id, name } = await person();
    const { key } = await addKey(name);
    await call('DELETE', `/users/${id}`);

    expect((await useKey(key)).status).toBe(401);
  });

  it('is asked for after a password, which alone opens nothing and adds no app', async () => {
    const [one, other] = [await person(), await person()];
    const { key } = await addKey(one.name);
    const { key: foreign } = await addKey(other.name);
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl({ acr_values: 'urn:sextant:mfa' }));
    const credentials = { username: one.name, password: passwordOf(one.name), consent: 'allow' };
    const step = await browser.post(actionOf(page), credentials);
    expect(step.text).not.toContain('<svg');
    const { ticket = '' } = hiddenFields(step.text);
    const truth = { origin: issuer, challenge: challengeOn(step), counter: 1 };
    const send = (passkey: string) =>
      browser.post(actionOf(step), { ticket, passkey, consent: 'allow' });

    expect((await send(foreign.get(truth))).status).toBe(401);
    expect((await send('{')).status).toBe(401);
    expect((await send(key.get(truth))).status).toBe(302);
  });
});

describe('the offer of a passkey', () => {
  /** As the page's script does where the browser can make passkeys. */
  async function signIn(browser: Browser, name: string): Promise<Visit> {
    const page = await browser.get(authorizeUrl({ prompt: 'login' }, newPkce()));
    const fields = { username: name, password: passwordOf(name), consent: 'allow' };
    return browser.submit(page, { ...fields, offer: 'yes' });
  }
  const cookieOf = ({ headers }: Visit) =>
    headers.getSetCookie().find((line) => line.startsWith('sextant_passkey_offer='));
  const codeIn = ({ location }: Visit) => new URL(location ?? '').searchParams.get('code');
  const answer = (browser: Browser, page: Visit, fields: Record<string, string>) => {
    const { ticket = '' } = hiddenFields(page.text);
    return browser.post(actionOf(page), { consent: 'allow', ticket, ...fields });
  };

  it('comes after the password, and is put off for a month', async () => {
    const { name } = await person();
    const browser = new Browser(auth.url);
    const offered = await signIn(browser, name);
    const later = await answer(browser, offered, { offer: 'later' });
    const next = await signIn(browser, name);

    expect(offered.text).toContain('Sign in with a passkey next time');
    expect(cookieOf(offered)).toContain(`later; Path=/; Max-Age=${30 * 86_400}; HttpOnly`);
    expect(codeIn(later)).not.toBeNull();
    expect(codeIn(next)).not.toBeNull();
    expect(cookieOf(next)).toBeUndefined();
  });

  it('is never made again in a browser whose person says so, as long as they come back', async () => {
    const { name } = await person();
    const browser = new Browser(auth.url);
    const never = await answer(browser, await signIn(browser, name), { offer: 'never' });
    const next = await signIn(browser, name);

    for (const visit of [never, next]) {
      expect(codeIn(visit)).not.toBeNull();
      expect(cookieOf(visit)).toContain(`never; Path=/; Max-Age=${400 * 86_400}; HttpOnly`);
    }
  });

  it('is taken up in one step, shows the recovery codes and goes on', async () => {
    const { id, name } = await person();
    const browser = new Browser(auth.url);
    const key = new SoftKey('localhost');
    const offered = await signIn(browser, name);
    const truth = { origin: issuer, challenge: challengeOn(offered) };
    const codes = await answer(browser, offered, { passkey: key.create(truth) });
    const done = await answer(browser, codes, {});

    expect(codes.text.match(/<code>[A-Z2-7-]{19}<\/code>/g)).toHaveLength(10);
    expect(codeIn(done)).not.toBeNull();
    expect(await json(await call('GET', `/users/${id}/factors`))).toMatchObject({
      factors: [{ kind: 'passkey' }],
    });
    expect((await useKey(key)).status).toBe(302);
  });

  it('is made again where the passkey is none, and to nobody who was signed out meanwhile', async () => {
    const { id, name } = await person();
    const browser = new Browser(auth.url);
    const offered = await signIn(browser, name);
    const lie = { origin: 'https://evil.example', challenge: challengeOn(offered) };
    const passkey = new SoftKey('localhost').create(lie);
    const again = await answer(browser, offered, { passkey });
    await call('DELETE', `/users/${id}/sessions`);
    const gone = await answer(browser, again, { offer: 'later' });

    expect([again.status, gone.status]).toEqual([422, 401]);
    expect(again.text).toContain('No passkey was made.');
    expect(await json(await call('GET', `/users/${id}/factors`))).toMatchObject({ factors: [] });
  });

  it('is not made to who fills in the form without the script, has a passkey, or has not shown their factor', async () => {
    const { name } = await person();
    const plain = new Browser(auth.url);
    const page = await plain.get(authorizeUrl({}, newPkce()));
    const owner = await person();
    await addKey(owner.name);

    expect(codeIn(await allow(plain, page, name))).not.toBeNull();
    expect((await signIn(new Browser(auth.url), owner.name)).text).toContain('name="code"');
  });

  it('lets nobody in elsewhere: its ticket is of one page', async () => {
    const { name } = await person();
    const offered = await signIn(new Browser(auth.url), name);
    const other = new Browser(auth.url);
    const page = await other.get(authorizeUrl({}, newPkce()));
    const { ticket = '' } = hiddenFields(offered.text);
    const fields = { consent: 'allow', ticket, offer: 'later' };

    expect((await other.post(actionOf(page), fields)).status).toBe(401);
  });
});
