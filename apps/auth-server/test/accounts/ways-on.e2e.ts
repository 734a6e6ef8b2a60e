import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PAGE_TEXTS } from '../../src/pages/texts/index.js';
import { actionOf, Browser, hiddenFields, newPkce, type Visit } from '../browser.js';
import { allow, authorizeUrl, credentialsOf } from '../flows.js';
import { linkOf, mailServer, type MailServer } from '../mail-server.js';
import { REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

/** Pages that are sent twice, reloaded, opened late or come back to: each leads on, in the reader's language. */
let mail: MailServer;
let auth: RunningAuth;
beforeAll(async () => {
  mail = await mailServer();
  auth = await startAuth({ env: { ...mail.env, SELF_REGISTRATION: 'true' } });
});
afterAll(async () => {
  await auth.close();
  await mail.close();
});

const linksOf = ({ text }: Visit): string[] =>
  [...text.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

const GERMAN = { 'accept-language': 'de' };

describe('the form of a sign-in', () => {
  it('that is sent again when it is over leads to the client once more', async () => {
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl({}, newPkce()), GERMAN);
    await allow(browser, page);
    const again = await browser.submit(page, credentialsOf('grace'), GERMAN);

    expect(again.status).toBe(400);
    expect(again.text).toContain(PAGE_TEXTS.de.expiredPage);
    expect(again.text).toContain(`>${PAGE_TEXTS.de.startAgain}<`);
    const { location = '' } = await browser.get(linksOf(again)[0] ?? '');
    expect(location).toContain(REDIRECT_URI);
    expect(new URL(location).searchParams.get('code')).toEqual(expect.any(String));
  });

  it('that comes back in another browser keeps the language and the name that was typed', async () => {
    const page = await new Browser(auth.url).get(authorizeUrl({ ui_locales: 'fr' }));
    const other = new Browser(auth.url);
    const reloaded = await other.get(actionOf(page), GERMAN);
    const sent = await other.submit(page, { ...credentialsOf('alan'), password: 'x' }, GERMAN);

    for (const { status, text } of [reloaded, sent]) {
      expect(status).toBe(400);
      expect(text).toContain('lang="fr"');
      expect(text).not.toContain('password');
    }
    const [link = ''] = linksOf(sent);
    const anew = await other.get(link, GERMAN);
    expect(anew.text).toContain('lang="fr"');
    expect(anew.text).toContain('value="alan"');
  });

  it('that nobody has shown leads on as well, and nowhere else', async () => {
    const browser = new Browser(auth.url);
    const page = await browser.get(authorizeUrl());
    const forged = actionOf(page).replace(/csrf=[^&]+/, 'csrf=x');
    const answer = await browser.post(forged, credentialsOf('grace'));
    const bare = await browser.get('/api/v1/oauth/authorize/nothing/consent?again=javascript:x');

    expect(linksOf(answer)).toEqual([expect.stringMatching(/^\/api\/v1\/oauth\/authorize\?/)]);
    expect(linksOf(bare)).toEqual(['/account']);
  });

  it('of a device leads to the page of its code', async () => {
    const answer = await new Browser(auth.url).get('/oauth/device/nothing/consent');

    expect(linksOf(answer)).toEqual(['/oauth/device']);
  });
});

describe('a sign-out', () => {
  it('that is sent twice, or late, is done', async () => {
    const browser = new Browser(auth.url);
    await allow(browser, await browser.get(authorizeUrl()));
    const page = await browser.get('/oidc/logout');
    const done = await browser.submit(page, { logout: 'yes' });
    const again = await browser.submit(page, { logout: 'yes' });

    expect([done.status, again.status]).toEqual([303, 200]);
    expect(again.text).toContain('Signed out');
    expect(linksOf(await browser.get(done.location ?? ''))).toEqual(['/account']);
  });

  it('with a form of before asks whoever is signed in again', async () => {
    const browser = new Browser(auth.url);
    await allow(browser, await browser.get(authorizeUrl()));
    const page = await browser.get('/oidc/logout');
    await browser.get('/oidc/logout');
    const late = await browser.submit(page, { logout: 'yes' });

    expect([late.status, late.location]).toEqual([302, '/oidc/logout']);
    expect((await browser.get(late.location ?? '')).text).toContain('name="logout"');
  });
});

describe('a link of a mail', () => {
  it('that is used up leads to a new one and to the sign-in, in the language of its page', async () => {
    const browser = new Browser(auth.url);
    await browser.post('/account/forgot?ui_locales=es', { name: 'alan' });
    const link = linkOf(await mail.next('alan@example.org'));
    const page = await browser.get(`${link}&ui_locales=es`, GERMAN);
    const password = 'a tidy purple boat';
    expect((await browser.submit(page, { password }, GERMAN)).text).toContain('lang="es"');
    const again = await browser.submit(page, { password }, GERMAN);

    expect(again.status).toBe(400);
    expect(again.text).toContain('lang="es"');
    expect(again.text).toContain(PAGE_TEXTS.es['problem.invalidLink']);
    expect(linksOf(again)).toEqual(['/account/forgot?ui_locales=es', '/account']);
    expect((await browser.get(linksOf(again)[0] ?? '', GERMAN)).text).toContain('lang="es"');
  });

  it.each([
    ['/account/registration', ['/account/register?ui_locales=en', '/account']],
    ['/account/invitation', ['/account']],
    ['/account/verify', ['/account']],
    ['/account/address', ['/account']],
  ])('of another kind leads on too: %s', async (path, ways) => {
    const browser = new Browser(auth.url);

    expect(linksOf(await browser.get(`${path}?token=old`))).toEqual(ways);
    const fields = { token: 'old', username: 'ada2', password: 'a tidy purple boat' };
    expect(linksOf(await browser.post(path, fields))).toEqual(ways);
  });
});

describe('a form that is refused', () => {
  it('keeps the address that was typed for a new account', async () => {
    const browser = new Browser(auth.url);
    const page = await browser.get('/account/register?ui_locales=de');
    const refused = await browser.submit(page, { email: '"ada"@' }, GERMAN);

    expect(refused.status).toBe(422);
    expect(refused.text).toContain('value="&quot;ada&quot;@"');
    expect(hiddenFields(refused.text)).toEqual({});
  });
});
