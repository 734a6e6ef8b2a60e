import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CLIENT_CERTIFICATE } from '@sextant/platform-testing';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { startSpeech, type RunningSpeech } from '../running-speech.js';
import { challengeOf, errorOf } from '../voices.js';

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
    AUTH_CERTIFICATE_HEADER: CLIENT_CERTIFICATE.header,
    TRUSTED_PROXIES: 'loopback',
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

  it('that is bound to a certificate counts with that one alone (RFC 8705)', async () => {
    const { header, value, confirmation } = CLIENT_CERTIFICATE;
    const key = await token('voices:read', { claims: { cnf: confirmation } });
    const ask = async (headers: Record<string, string>) =>
      (
        await fetch(`${speech.url}/v1/voices`, {
          headers: { authorization: `Bearer ${key}`, ...headers },
        })
      ).status;

    expect(await ask({ [header]: value })).toBe(200);
    expect(await ask({})).toBe(401);
  });

  describe('that is limited to voices (RFC 9396)', () => {
    const limited = (scope: string, voices: unknown = ['henry', 'mary']) =>
      token(scope, { claims: { authorization_details: [{ type: 'speech_voices', voices }] } });
    const status = async (method: string, path: string, key: string, body?: object) =>
      (await speech.request(method, path, { key, ...(body === undefined ? {} : { body }) })).status;

    it('speaks with these, and with no other', async () => {
      const key = await limited('audio:all voices:all');
      const statusOf = (body: object, path = '/v1/audio/speech') =>
        status('POST', path, key, { input: 'Hello.', ...body });

      expect(await statusOf({ voice_id: 'henry' })).toBe(200);
      expect(await statusOf({ voice_id: 'henry' }, '/v1/audio/stream')).toBe(200);
      for (const path of [
        '/v1/audio/speech',
        '/v1/audio/stream',
        '/v1/audio/stream/with-timestamps',
      ]) {
        expect([path, await statusOf({ voice_id: 'george' }, path)]).toEqual([path, 403]);
      }
      expect(await statusOf({ voice_id: ['henry'] })).toBe(403);
      // OpenAI's names stand for voices of ours: they are none of those that were allowed.
      expect(await statusOf({ voice: 'henry', model: 'tts-1' })).toBe(403);
    });

    it('does nothing where a voice is not looked at, whatever its scopes', async () => {
      const key = await limited('audio:all voices:all');
      const closed = [
        await status('GET', '/v1/voices', key),
        await status('GET', '/v1/audio/books', key),
        await status('POST', '/v1/text-to-speech/henry', key, { text: 'Hello.' }),
        await status('POST', '/v1/audio/dialogue', key, {
          turns: [{ voice_id: 'henry', input: 'Hello.' }],
        }),
      ];

      expect(closed).toEqual([403, 403, 403, 403]);
      expect(
        await status('POST', '/v1/audio/speech', await limited('voices:read'), {
          ...HELLO,
          voice_id: 'henry',
        }),
      ).toBe(403);
      expect(
        await status('POST', '/v1/audio/speech', await limited('audio:all', 'henry'), {
          ...HELLO,
          voice_id: 'henry',
        }),
      ).toBe(403);
      // Another voice would have to speak it: this one has no Spanish.
      const spanish = {
        input: 'Hola.',
        voice_id: 'henry',
        language: 'es-ES',
        model: 'simba-multilingual',
      };
      expect(await status('POST', '/v1/audio/speech', key, spanish)).toBe(400);
    });
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
