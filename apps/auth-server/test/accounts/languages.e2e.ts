import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from '@sextant/platform-testing/browser';
import { LANGUAGES, type Language } from '../../src/languages/languages.js';
import { PAGE_TEXTS } from '../../src/pages/texts/index.js';
import { Browser } from '../browser.js';
import { admin, adminToken, authorizeUrl, credentialsOf, json } from '../flows.js';
import { mailServer, type MailServer } from '../mail-server.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

let mail: MailServer;
let auth: RunningAuth;
let call: ReturnType<typeof admin>;
beforeAll(async () => {
  mail = await mailServer();
  auth = await startAuth({ env: mail.env });
  call = admin(auth.url, await adminToken(auth.url));
});
afterAll(async () => {
  await auth.close();
  await mail.close();
});

let people = 0;
async function person(locale?: string): Promise<{ name: string; email: string }> {
  people += 1;
  const name = `reader${people}`;
  const claims = locale === undefined ? {} : { claims: { locale } };
  const body = { username: name, email: `${name}@example.org`, password: passwordOf(name) };
  expect((await call('POST', '/users', { ...body, ...claims })).status).toBe(201);
  return { name, email: body.email };
}

/** Signs in at the own page. */
async function open(browser: Browser, name: string, language: string): Promise<string> {
  const headers = { 'accept-language': language };
  const start = await browser.get('/account', headers);
  const page = await browser.get(start.location ?? '', headers);
  const answer = await browser.submit(page, credentialsOf(name), headers);
  const back = await browser.get(answer.location ?? '', headers);
  return (await browser.get(back.location ?? '', headers)).text;
}

describe('the language of the sign-in page', () => {
  it.each(Object.keys(LANGUAGES) as Language[])(
    'is %s when the client asks for it, whatever the browser wants',
    async (language) => {
      const browser = new Browser(auth.url);
      const page = await browser.get(authorizeUrl({ ui_locales: `xx ${language}` }), {
        'accept-language': 'fr',
      });
      const refused = await browser.submit(page, { ...credentialsOf('grace'), password: 'wrong' });

      const texts = PAGE_TEXTS[language];
      const direction = language === 'ar' ? 'rtl' : 'ltr';
      for (const { text } of [page, refused]) {
        expect(text).toContain(`<html lang="${language}" dir="${direction}">`);
        expect(text).toContain(`>${texts.signInAllow}<`);
        expect(text).toContain(texts['scope.email']);
      }
      expect(refused.text).toContain(texts.signInWrong.replaceAll("'", '&#39;'));
    },
  );

  it('is the browser’s without, and English where it has none of ours', async () => {
    const german = await new Browser(auth.url).get(authorizeUrl(), {
      'accept-language': 'nl, de-AT;q=0.9, es;q=0.5',
    });
    const dutch = await new Browser(auth.url).get(authorizeUrl(), { 'accept-language': 'nl' });

    expect(german.text).toContain('lang="de"');
    expect(dutch.text).toContain('lang="en"');
  });

  it('is said in the metadata', async () => {
    const answer = await fetch(`${auth.url}/.well-known/openid-configuration`);
    const { ui_locales_supported: languages } = await json<{ ui_locales_supported: string[] }>(
      answer,
    );

    expect(languages.toSorted()).toEqual(Object.keys(LANGUAGES).toSorted());
  });

  it('goes on at the page of a forgotten password and in its mail', async () => {
    const { name, email } = await person();
    const page = await new Browser(auth.url).get(authorizeUrl({ ui_locales: 'ru' }));
    const [, link = ''] = /href="(\/account\/forgot[^"]*)"/.exec(page.text) ?? [];
    const browser = new Browser(auth.url);
    const forgot = await browser.get(link);
    const sent = await browser.submit(forgot, { name });

    expect(forgot.text).toContain(PAGE_TEXTS.ru.forgotText);
    expect(sent.text).toContain(PAGE_TEXTS.ru.forgotSent);
    expect((await mail.next(email)).subject).toContain('пароль');
  });
});

describe('the language of one’s own page', () => {
  it('is what the person has chosen, before the browser’s', async () => {
    const { name } = await person('pt-BR');

    const text = await open(new Browser(auth.url), name, 'fr');

    expect(text).toContain('lang="pt"');
    expect(text).toContain(PAGE_TEXTS.pt.dataDownload);
  });

  it('changes with the choice, also for what goes wrong', async () => {
    const { name } = await person();
    const browser = new Browser(auth.url);
    expect(await open(browser, name, 'fr')).toContain('lang="fr"');

    await browser.post('/account/language', { locale: 'es' });
    const fields = { current: 'wrong', password: 'twelve blue kites at dawn' };
    const refused = await browser.post('/account/password', fields, { 'accept-language': 'fr' });

    expect(refused.status).toBe(422);
    expect(refused.text).toContain(PAGE_TEXTS.es['problem.wrongPassword']);
  });

  it('says what the protocol refuses in general, with its English for developers', async () => {
    const page = await new Browser(auth.url).get(authorizeUrl({ client_id: 'nobody' }), {
      'accept-language': 'de',
    });

    expect(page.text).toContain(PAGE_TEXTS.de['problem.any']);
    expect(page.text).toMatch(/<p class="hint" lang="en" dir="ltr">/);
  });

  it('is that of the mail about a changed sign-in, to its last word', async () => {
    const { name, email } = await person('de');
    const browser = new Browser(auth.url);
    await open(browser, name, 'fr');
    await browser.post('/account/recovery-codes', { current: passwordOf(name) });

    const texts = [];
    // The sign-in with a new browser may be told before.
    do texts.push((await mail.next(email)).text ?? '');
    while (!texts.at(-1)?.includes('Wiederherstellungscodes'));
    expect(texts.at(-1)).toContain('Neue Wiederherstellungscodes wurden erstellt');
  });
});

it('shows Arabic from right to left in Chromium, everything inside the page', async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ locale: 'ar', viewport: { width: 390, height: 800 } });
    await page.goto(`${auth.url}${authorizeUrl()}`);

    await page.getByLabel(PAGE_TEXTS.ar.password).waitFor();
    expect(
      await page.evaluate(`getComputedStyle(document.getElementById('password')).direction`),
    ).toBe('rtl');
    const first = await page.getByRole('button', { name: PAGE_TEXTS.ar.signInAllow }).boundingBox();
    const second = await page.getByRole('button', { name: PAGE_TEXTS.ar.cancel }).boundingBox();
    expect(first?.x).toBeGreaterThan(second?.x ?? Number.NaN);
    const root = 'document.documentElement';
    expect(await page.evaluate(`${root}.scrollWidth > ${root}.clientWidth`)).toBe(false);
  } finally {
    await browser.close();
  }
});
