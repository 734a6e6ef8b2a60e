import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { startSpeech, type RunningSpeech } from './running-speech.js';
import { challengeOf, errorOf } from './voices.js';

const ISSUER = 'https://login.example.org';
const HELLO = { input: 'Hello.', voice_id: 'george' };

let speech: RunningSpeech;
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
  speech = await startSpeech({
    AUTH_ISSUER: ISSUER,
    AUTH_JWKS_URL: `http://127.0.0.1:${port}/jwks.json`,
  });
});
afterAll(async () => {
  await speech.close();
  issuer.close();
});

interface TokenOptions {
  readonly claims?: object;
  readonly expires?: string;
  readonly type?: string;
  readonly audience?: string;
  readonly issuedBy?: string;
}

const token = (scope: string, options: TokenOptions = {}): Promise<string> => {
  const { claims = {}, expires = '10m', type = 'at+jwt' } = options;
  const { audience = 'sextant', issuedBy = ISSUER } = options;
  return new SignJWT({ client_id: 'studio', scope, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: type })
    .setIssuer(issuedBy)
    .setAudience(audience)
    .setSubject('subject-1')
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(privateKey);
};

const speak = (key: string): Promise<Response> =>
  speech.request('POST', '/v1/audio/speech', { key, body: HELLO });

/** Whose challenges a bearer sees: those of its workspace are refused for the recording, others are not there. */
const workspacesOf = async (): Promise<readonly string[]> => {
  const rows = await speech.database.query<{ workspace: string }>(
    'SELECT workspace FROM consent_challenge ORDER BY created_at',
  );
  return rows.map(({ workspace }) => workspace);
};

describe('an access token of auth-server', () => {
  it('speaks with the scope of the route, and without it does not', async () => {
    const allowed = await speak(await token('openid audio:speech'));
    const all = await speak(await token('audio:all'));
    const refused = await speak(await token('openid audio:stream voices:read'));

    expect([allowed.status, all.status]).toEqual([200, 200]);
    expect(await errorOf(refused)).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('belongs to the workspace of its claim, else to its person, else to its client', async () => {
    const person = {
      user: '6b02391f4a4d80244418c001',
      userId: 'ada',
      userName: 'Ada',
      academyId: 'a1',
      roles: ['teacher'],
    };
    await challengeOf(
      speech,
      await token('voices:create', { claims: { ...person, workspace: 'acme' } }),
    );
    await challengeOf(speech, await token('voices:create', { claims: person }));
    await challengeOf(speech, await token('voices:create'));

    expect(await workspacesOf()).toEqual(['acme', `person:${person.user}`, 'studio']);
  });

  it.each<readonly [string, TokenOptions]>([
    ['has expired', { expires: '-2m' }],
    ['is for others', { audience: 'bank' }],
    ['is of another issuer', { issuedBy: 'https://evil.example.org' }],
    ['is no access token', { type: 'JWT' }],
  ])('is not let in when it %s', async (_what, options) => {
    const answer = await speak(await token('audio:all', options));

    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/v1/audio"`,
    );
    expect(await errorOf(answer)).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('of an administrator without a second factor is told to step up, where that is asked', async () => {
    const { port } = issuer.address() as AddressInfo;
    const strict = await startSpeech({
      AUTH_ISSUER: ISSUER,
      AUTH_JWKS_URL: `http://127.0.0.1:${port}/jwks.json`,
      AUTH_ADMIN_ACR: 'urn:sextant:mfa',
    });
    const answer = async (acr: string) =>
      await strict.request('GET', '/v1/voices', {
        key: await token('speech:admin voices:read', { claims: { acr } }),
      });
    try {
      const weak = await answer('urn:sextant:password');

      expect(weak.headers.get('www-authenticate')).toContain(
        'Bearer error="insufficient_user_authentication", error_description="A stronger sign-in is required", acr_values="urn:sextant:mfa"',
      );
      expect(await errorOf(weak)).toMatchObject({ status: 401 });
      expect((await answer('urn:sextant:mfa')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  it('is not let in when it was signed by somebody else', async () => {
    const { privateKey: strange } = await generateKeyPair('ES256');
    const forged = await new SignJWT({ client_id: 'studio', scope: 'audio:all' })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'at+jwt' })
      .setIssuer(ISSUER)
      .setAudience('sextant')
      .setSubject('subject-1')
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(strange);

    expect((await speak(forged)).status).toBe(401);
  });
});
