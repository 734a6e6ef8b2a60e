import 'reflect-metadata';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, hasPython, pythonWith, workspaceRoot } from '@sextant/platform-testing';
import { decodeJwt } from 'jose';
import { launchBrowser } from '@sextant/platform-testing/browser';
import type { Browser as Chromium } from 'playwright-core';
import { Browser, actionOf, newPkce, type Visit } from '../browser.js';
import { authorizeUrl, json, redeem, type TokenAnswer } from '../flows.js';
import { REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';
import { samlKey } from './saml-provider.js';

const here = join(workspaceRoot(), 'apps/auth-server/test/python');
const hasXmlsec = spawnSync('xmlsec1', ['--version'], { stdio: 'ignore' }).status === 0;
const WAYS = ['assertion', 'response', 'both'] as const;

(hasPython() && hasXmlsec ? describe : describe.skip)(
  'people of pysaml2 (needs python3 with venv, and Debian’s xmlsec1)',
  () => {
    let folder: string;
    let auth: RunningAuth;
    let browser: Chromium;
    const providers: ChildProcess[] = [];

    /** @returns the entry of our file for it */
    async function provider(id: string, python: string, ours: string): Promise<object> {
      const port = await freePort();
      const own = await mkdtemp(join(folder, 'idp-'));
      const { key, certificate } = await samlKey();
      await writeFile(join(own, 'idp.key'), key);
      await writeFile(join(own, 'idp.pem'), certificate);
      const script = join(here, 'saml_idp.py');
      const words = [script, String(port), own, `${ours}/upstream/${id}/metadata`, id];
      const child = spawn(python, words, { stdio: ['ignore', 'pipe', 'inherit'] });
      providers.push(child);
      const [said] = (await Promise.race([
        once(child.stdout, 'data'),
        once(child, 'exit').then(() => ['it has ended']),
      ])) as [unknown];
      expect(String(said)).toContain('url');
      return {
        ...{ id, name: id, create_accounts: true },
        saml: {
          metadata_file: join(own, 'idp.xml'),
          signing_key_file: join(folder, 'sp.key'),
          signing_certificate_file: join(folder, 'sp.pem'),
        },
        claims: {
          groups: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.7',
          preferred_username: 'urn:oid:0.9.2342.19200300.100.1.1',
        },
        roles: { 'urn:example:astronomers': ['teacher'] },
      };
    }

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'sextant-pysaml2-'));
      const { key, certificate } = await samlKey();
      await writeFile(join(folder, 'sp.key'), key);
      await writeFile(join(folder, 'sp.pem'), certificate);
      const python = await pythonWith(join(here, 'requirements.txt'));
      const port = await freePort();
      const issuer = `http://localhost:${port}`;
      const entries: object[] = [];
      for (const way of WAYS) entries.push(await provider(way, python, issuer));
      const file = join(folder, 'upstreams.json');
      await writeFile(file, JSON.stringify(entries));
      auth = await startAuth({ env: { PORT: String(port), ISSUER: issuer, UPSTREAMS_FILE: file } });
      browser = await launchBrowser();
    }, 240_000);
    afterAll(async () => {
      await browser.close();
      await auth.close();
      for (const child of providers) child.kill();
      await rm(folder, { recursive: true });
    });

    /** The fields of a form that the provider's page posts to us. */
    function postedBy(page: string): Record<string, string> {
      const fields = [...page.matchAll(/<input\b[^>]*>/g)].map(([input]): [string, string] => [
        /name="([^"]+)"/.exec(input)?.[1] ?? '',
        /value="([^"]*)"/.exec(input)?.[1] ?? '',
      ]);
      return Object.fromEntries(fields.filter(([name]) => name !== ''));
    }

    async function tokensFrom(location: string, verifier: string): Promise<TokenAnswer> {
      const code = new URL(location).searchParams.get('code') ?? '';
      return json<TokenAnswer>(await redeem(auth.url, { code, pkce: { verifier, challenge: '' } }));
    }

    it.each(WAYS)('sign in where it signs: %s', async (way) => {
      const person = new Browser(auth.url);
      const pkce = newPkce();
      const page = await person.get(authorizeUrl({}, pkce));
      const gone = await person.post(actionOf(page), { upstream: way });
      const there = await fetch(gone.location ?? '');
      const text = await there.text();
      expect([there.status, text]).toEqual([200, expect.stringContaining('SAMLResponse')]);

      // From another site: no cookie comes along.
      const stranger = new Browser(auth.url);
      const again: Visit = await stranger.post(`/upstream/${way}/acs`, postedBy(text));
      const back = await person.submit(again, {});
      const end = await person.get(back.location ?? '');

      const { access_token } = await tokensFrom(end.location ?? '', pkce.verifier);
      expect(decodeJwt(access_token)).toMatchObject({
        ...{ userId: `hypatia-${way}`, userName: 'Hypatia', roles: ['teacher'] },
      });
    });

    it.each([true, false])('sign in with Chromium, JavaScript: %s', async (javaScriptEnabled) => {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      const pkce = newPkce();
      const issuer = auth.env['ISSUER'] ?? '';
      // Nobody listens there: that it is asked for is enough.
      const landing = page.waitForRequest((request) => request.url().startsWith(REDIRECT_URI));
      await page.goto(`${issuer}${authorizeUrl({}, pkce)}`);
      await page.locator('button[name=upstream][value=both]').click();
      if (!javaScriptEnabled) {
        await page.locator('input[type=submit], button[type=submit]').first().click();
        expect(page.url()).toBe(`${issuer}/upstream/both/acs`);
        await page.locator('button[type=submit]').click();
      }
      const landed = (await landing).url();

      const { access_token } = await tokensFrom(landed, pkce.verifier);
      expect(decodeJwt(access_token)).toMatchObject({ userName: 'Hypatia' });
      await context.close();
    });
  },
);
