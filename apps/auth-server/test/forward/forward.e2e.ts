import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from '../browser.js';
import { allow } from '../flows.js';
import { startAuth, type RunningAuth } from '../running-auth.js';
import { signInFor } from './sign-in-for.js';

const WIKI = 'wiki.example.org';
const LIMIT = 40;

let auth: RunningAuth;
beforeAll(async () => {
  auth = await startAuth({
    env: {
      FORWARD_HOSTS: `${WIKI},grafana.example.org=admin`,
      TRUSTED_PROXIES: 'loopback',
      RATE_LIMIT_FORWARD: String(LIMIT),
    },
  });
});
afterAll(() => auth.close());

type Headers = Readonly<Record<string, string>>;

/** As a proxy asks on behalf of a browser. */
const ask = (uri: string, { host = WIKI, path = '', ...more }: Headers = {}): Promise<Response> =>
  fetch(`${auth.url}/auth/forward${path}`, {
    redirect: 'manual',
    headers: {
      accept: 'text/html',
      'x-forwarded-method': 'GET',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': host,
      'x-forwarded-uri': uri,
      'x-forwarded-for': '192.0.2.7',
      ...more,
    },
  });

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0] ?? '')
    .join('; ');

const locationOf = (response: Response): URL => new URL(response.headers.get('location') ?? '');

/** From the first request to the way back with a code. */
async function codeFor(browser: Browser, name = 'grace', host = WIKI) {
  const sent = await ask('/page?a=b', { host });
  const back = await signInFor(browser, locationOf(sent), name);
  return { sent, state: cookiesOf(sent), uri: `${back.pathname}${back.search}` };
}

/** From the first request to the pass. */
async function passFor(browser: Browser, name = 'grace', host = WIKI) {
  const { state, ...before } = await codeFor(browser, name, host);
  const arrived = await ask(before.uri, { host, cookie: state });
  return { ...before, state, arrived, cookie: cookiesOf(arrived) };
}

describe('somebody at another host', () => {
  it('signs in here, goes back with a code, and is named to the application from then on', async () => {
    const browser = new Browser(auth.url);
    const { sent, arrived, cookie } = await passFor(browser);
    const named = await ask('/page?a=b', { cookie, 'remote-user': 'ada', 'remote-roles': 'admin' });

    expect(sent.status).toBe(302);
    expect(locationOf(sent).origin).toBe(auth.url);
    expect(arrived.status).toBe(302);
    expect(locationOf(arrived).href).toBe(`https://${WIKI}/page?a=b`);
    const [pass = ''] = arrived.headers.getSetCookie();
    expect(pass).toMatch(/^__Host-sextant_forward=.*; Path=\/;.*HttpOnly; Secure; SameSite=Lax$/);
    expect(named.status).toBe(200);
    expect(Object.fromEntries(named.headers)).toMatchObject({
      ...{ 'remote-user': 'grace', 'remote-name': 'Grace Hopper', 'remote-groups': '' },
      ...{ 'remote-email': 'grace@example.org', 'remote-roles': 'teacher' },
      'cache-control': 'no-store',
    });
  });

  it('who is signed in here is asked for nothing', async () => {
    const browser = new Browser(auth.url);
    await passFor(browser);
    const sent = await ask('/other');
    const { pathname, search } = locationOf(sent);
    const back = await browser.get(`${pathname}${search}`);

    expect(back.location).toContain(`https://${WIKI}/.sextant/callback?code=`);
  });

  it('is nobody any more once signed out here', async () => {
    const browser = new Browser(auth.url);
    const { cookie } = await passFor(browser);
    const before = await ask('/', { cookie });
    await browser.submit(await browser.get('/oidc/logout'), { logout: 'yes' });
    const after = await ask('/', { cookie });

    expect([before.status, after.status]).toEqual([200, 302]);
  });

  it('signs out there by a path of its host', async () => {
    const signedOut = await ask('/.sextant/sign-out');

    expect(locationOf(signedOut).href).toBe(`${auth.url}/oidc/logout`);
    expect(signedOut.headers.getSetCookie()[0]).toMatch(/^__Host-sextant_forward=; Max-Age=0; /);
  });

  it('without the role that a host needs is told so, and others come in', async () => {
    const host = 'grafana.example.org';
    const grace = await passFor(new Browser(auth.url), 'grace', host);
    const ada = await passFor(new Browser(auth.url), 'ada', host);
    const refused = await ask('/', { host, cookie: grace.cookie });

    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain(`href="${auth.url}/account"`);
    expect(refused.headers.has('remote-user')).toBe(false);
    expect((await ask('/', { host, cookie: ada.cookie })).status).toBe(200);
  });
});

describe('a code', () => {
  const isFailure = (response: Response) =>
    response.status === 302 && locationOf(response).pathname === '/auth/forward/failed';

  it('counts once, for the browser and the host that it was made for', async () => {
    const { uri, state } = await passFor(new Browser(auth.url));
    const other = await codeFor(new Browser(auth.url), 'alan');
    const again = await ask(uri, { cookie: state });
    const foreign = await ask(other.uri, { cookie: state });
    const none = await ask(uri);
    const elsewhere = await ask(other.uri, { host: 'grafana.example.org', cookie: other.state });

    for (const response of [again, foreign, none, elsewhere]) {
      expect(isFailure(response)).toBe(true);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    const { pathname, search } = locationOf(again);
    const page = await new Browser(auth.url).get(`${pathname}${search}`);
    expect(page.status).toBe(400);
    expect(page.text).toContain(`<a href="https://${WIKI}/page?a=b">Start again</a>`);
  });

  it('over a plain connection opens nothing with TLS, and its pass neither', async () => {
    const plain = { 'x-forwarded-proto': 'http' };
    const browser = new Browser(auth.url);
    const codeOf = async () => {
      const sent = await ask('/', plain);
      const back = await signInFor(browser, locationOf(sent));
      return { uri: `${back.pathname}${back.search}`, state: cookiesOf(sent) };
    };
    const [first, second] = [await codeOf(), await codeOf()];
    const stolen = await ask(first.uri, { cookie: `__Host-${first.state}` });
    const arrived = await ask(second.uri, { ...plain, cookie: second.state });
    const cookie = cookiesOf(arrived);

    expect(isFailure(stolen)).toBe(true);
    expect((await ask('/', { ...plain, cookie })).status).toBe(200);
    expect((await ask('/', { cookie: `__Host-${cookie}` })).status).toBe(302);
  });

  it('is of no use as a pass, nor a pass of one host at another', async () => {
    const { uri, cookie } = await passFor(new Browser(auth.url));
    const code = new URL(uri, 'https://x').searchParams.get('code') ?? '';

    expect((await ask('/', { cookie: `__Host-sextant_forward=${code}` })).status).toBe(302);
    expect((await ask('/', { host: 'grafana.example.org', cookie })).status).toBe(302);
    expect((await ask('/', { cookie: `${cookie}; ${cookie}` })).status).toBe(302);
  });
});

describe('a proxy', () => {
  it.each<[string, Headers]>([
    // doc.traefik.io, "ForwardAuth": these headers, and those of the browser.
    [
      'Traefik',
      { 'x-forwarded-port': '443', 'x-forwarded-server': 'traefik', 'x-real-ip': '192.0.2.7' },
    ],
    // caddyserver.com, "forward_auth": method and URI beside what reverse_proxy sends.
    ['Caddy', { via: '2.0 Caddy' }],
  ])('like %s gets a redirect for a page, and 401 for the rest', async (_name, headers) => {
    const page = await ask('/', headers);
    const script = await ask('/', { ...headers, accept: 'application/json' });
    const form = await ask('/', { ...headers, 'x-forwarded-method': 'POST' });

    expect([page, script, form].map(({ status }) => status)).toEqual([302, 401, 401]);
  });

  it('like nginx gets 401 for all, and sends people by a path of its own', async () => {
    const refused = await ask('/page?a=b&c=d', { path: '?status=401' });
    const sent = await ask('/.sextant/sign-in?to=/page?a=b&c=d');

    expect(refused.status).toBe(401);
    expect(locationOf(sent).searchParams.get('to')).toBe(`https://${WIKI}/page?a=b&c=d`);
  });

  it.each<[string, string, Headers]>([
    ['for a host that is not listed', '/', { host: 'evil.example.org' }],
    ['without a host', '/', { host: '' }],
    ['with an address for a path', 'https://evil.example.org/', {}],
  ])('is refused %s', async (_what, uri, headers) => {
    const response = await ask(uri, headers);

    expect(response.status).toBe(403);
    expect(response.headers.has('location')).toBe(false);
  });

  it('sends nobody from here to a host that is not listed', async () => {
    const browser = new Browser(auth.url);
    await allow(browser, await browser.get((await browser.get('/account')).location ?? ''));
    const state = 'x'.repeat(22);
    for (const to of [
      'https://evil.example.org/',
      'javascript:alert(1)',
      `http://a@${WIKI}.evil/`,
    ]) {
      const query = new URLSearchParams({ to, state });
      expect((await browser.get(`/auth/forward/start?${query.toString()}`)).status).toBe(403);
      expect((await browser.get(`/auth/forward/failed?${query.toString()}`)).status).toBe(403);
    }
  });

  it('asks so often for a session and no more, whatever others do', async () => {
    const [one, other] = [
      await passFor(new Browser(auth.url)),
      await passFor(new Browser(auth.url), 'alan'),
    ];
    const statuses = [];
    for (let times = 0; times <= LIMIT; times += 1) {
      statuses.push((await ask('/', { cookie: one.cookie })).status);
    }

    expect(statuses).toEqual([...Array.from({ length: LIMIT }, () => 200), 429]);
    expect((await ask('/', { cookie: other.cookie })).status).toBe(200);
  });
});
