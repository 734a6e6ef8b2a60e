import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CLIENT_CERTIFICATE } from '@sextant/platform-testing';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { errorOf, startTranslate, type RunningTranslate } from '../running-translate.js';

const ISSUER = 'https://login.example.org';
const HOUSE = { text: ['The house is big.'], source_lang: 'EN', target_lang: 'ES' };
const TEACHER = {
  user: '0123456789abcdef01234567',
  userId: 'grace',
  userName: 'Grace Hopper',
  academyId: 'academy-1',
  roles: ['teacher'],
};

let running: RunningTranslate;
let issuer: Server;
let privateKey: CryptoKey;

beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true });
  ({ privateKey } = pair);
  const key = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  issuer = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }));
  }).listen(0, '127.0.0.1');
  await once(issuer, 'listening');
  const { port } = issuer.address() as AddressInfo;
  running = await startTranslate({
    AUTH_ISSUER: ISSUER,
    AUTH_JWKS_URL: `http://127.0.0.1:${port}/jwks.json`,
    AUTH_CERTIFICATE_HEADER: CLIENT_CERTIFICATE.header,
    TRUSTED_PROXIES: 'loopback',
  });
});

afterAll(async () => {
  await running.close();
  issuer.close();
});

const token = (scope: string, claims: object = TEACHER, expires = '10m') =>
  new SignJWT({ client_id: 'web', scope, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'at+jwt' })
    .setIssuer(ISSUER)
    .setAudience('sextant')
    .setSubject('subject-1')
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(privateKey);

const send = async (method: string, path: string, bearer: string, body?: object) =>
  running.request(method, path, {
    headers: { authorization: `Bearer ${bearer}` },
    ...(body === undefined ? {} : { body }),
  });

describe('an access token of auth-server', () => {
  it('translates with the scope translate, and its use is counted', async () => {
    const bearer = await token('openid translate');

    const answer = await send('POST', '/v2/translate', bearer, HOUSE);
    const usage = await send('GET', '/v2/usage', bearer);

    expect(answer.status).toBe(200);
    expect(await usage.json()).toMatchObject({ api_key_character_count: 17 });
  });

  it('that is bound to a certificate translates with that one alone (RFC 8705)', async () => {
    const { header, value, confirmation } = CLIENT_CERTIFICATE;
    const bearer = await token('translate', { ...TEACHER, cnf: confirmation });
    const authorization = `Bearer ${bearer}`;

    const bound = await running.request('POST', '/v2/translate', {
      headers: { authorization, [header]: value },
      body: HOUSE,
    });
    const stolen = await send('POST', '/v2/translate', bearer, HOUSE);

    expect([bound.status, stolen.status]).toEqual([200, 401]);
  });

  it('is refused without that scope', async () => {
    const answer = await send('POST', '/v2/translate', await token('openid'), HOUSE);

    expect(answer.status).toBe(403);
  });

  it('administers with the scope translate:admin, and reports the use of tokens', async () => {
    await send('POST', '/v2/translate', await token('translate'), HOUSE);
    const day = new Date().toISOString().slice(0, 10);
    const path = `/v2/admin/analytics?start_date=${day}&end_date=${day}&group_by=key`;

    const report = await send('GET', path, await token('translate:admin'));
    const refused = await send('GET', path, await token('translate'));

    expect(await report.json()).toMatchObject({
      usage_report: { key_usages: [{ api_key_label: 'access token' }] },
    });
    expect(refused.status).toBe(403);
  });

  it('sees what its academy stores, and nothing of others', async () => {
    const glossary = { name: 'n', source_lang: 'en', target_lang: 'es', entries: 'a\tb' };
    await send('POST', '/v2/glossaries', await token('translate'), glossary);
    const colleague = await token('translate', { ...TEACHER, userId: 'ada' });
    const stranger = await token('translate', { ...TEACHER, academyId: 'academy-2' });
    const machine = await token('translate', {});

    const seen = await Promise.all(
      [colleague, stranger, machine].map(async (bearer) => {
        const answer = await send('GET', '/v2/glossaries', bearer);
        return ((await answer.json()) as { glossaries: unknown[] }).glossaries.length;
      }),
    );

    expect(seen).toEqual([1, 0, 0]);
  });

  it('is refused when it has expired or is none', async () => {
    const expired = await token('translate', TEACHER, '-1m');

    for (const bearer of [expired, 'nonsense']) {
      const answer = await send('GET', '/v2/usage', bearer);
      expect(await errorOf(answer)).toMatchObject({ status: 401 });
    }
  });

  it('of an administrator without a second factor is told to step up, where that is asked', async () => {
    const { port } = issuer.address() as AddressInfo;
    const strict = await startTranslate({
      AUTH_ISSUER: ISSUER,
      AUTH_JWKS_URL: `http://127.0.0.1:${port}/jwks.json`,
      AUTH_ADMIN_ACR: 'urn:sextant:mfa',
    });
    const answer = async (scope: string, acr: string) => {
      const authorization = `Bearer ${await token(scope, { ...TEACHER, acr })}`;
      return await strict.request('GET', '/v2/usage', { headers: { authorization } });
    };
    try {
      const weak = await answer('translate:admin', 'urn:sextant:password');

      expect(weak.status).toBe(401);
      expect(weak.headers.get('www-authenticate')).toContain(
        'Bearer error="insufficient_user_authentication", error_description="A stronger sign-in is required", acr_values="urn:sextant:mfa"',
      );
      expect((await answer('translate:admin', 'urn:sextant:mfa')).status).toBe(200);
      expect((await answer('translate', 'urn:sextant:password')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  it('is refused where no issuer is named', async () => {
    const other = await startTranslate();
    try {
      const answer = await other.request('GET', '/v2/usage', {
        headers: { authorization: `Bearer ${await token('translate')}` },
      });
      expect(answer.status).toBe(403);
    } finally {
      await other.close();
    }
  });
});
