import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from '../browser.js';
import { countryDatabase } from '../country-database.js';
import { admin, adminToken, credentialsOf, json } from '../flows.js';
import { mailServer, type MailServer } from '../mail-server.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

describe('the country of an address', () => {
  let folder: string;
  let mail: MailServer;
  let auth: RunningAuth;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countries-'));
    const file = join(folder, 'countries.mmdb');
    await writeFile(file, countryDatabase({ '127.0.0.0/8': 'ES' }));
    mail = await mailServer();
    auth = await startAuth({ env: { ...mail.env, GEOIP_FILE: file } });
  });
  afterAll(async () => {
    await auth.close();
    await mail.close();
    await rm(folder, { recursive: true });
  });

  async function person(name: string, locale: string): Promise<string> {
    const call = admin(auth.url, await adminToken(auth.url));
    const email = `${name}@example.org`;
    const body = { username: name, email, password: passwordOf(name), claims: { locale } };
    await json(await call('POST', '/users', body));
    return email;
  }

  async function open(name: string) {
    const browser = new Browser(auth.url);
    const start = await browser.get('/account');
    const page = await browser.get(start.location ?? '');
    const answer = await browser.submit(page, credentialsOf(name));
    const back = await browser.get(answer.location ?? '');
    return browser.get(back.location ?? '');
  }

  it('is at /account beside each session, in the language of the reader', async () => {
    await person('viajera', 'es');

    const page = await open('viajera');

    expect(page.text).toContain('<bdi>127.0.0.1</bdi> (España)');
  });

  it('is in the notice of a new browser, in the language of the mail', async () => {
    const email = await person('reisende', 'de');
    await open('reisende');
    await open('reisende');

    const notice = await mail.next(email);

    expect(notice.text).toContain('127.0.0.1 (Spanien)');
  });
});
