import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { createHmac, createPublicKey } from 'node:crypto';
import {
  admin,
  adminToken,
  authorize,
  basic,
  bearer,
  isActive,
  json,
  postForm,
  redeem,
  refresh,
  tokensFor,
  userinfo,
  type TokenAnswer,
} from '../flows.js';
import { CLIENTS, passwordOf, REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

/** The numbers are those of docs/abuse-cases.md. */
describe('abuse of codes and tokens', () => {
  let auth: RunningAuth;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.close());

  const statuses = async (requests: Promise<Response>[]) =>
    (await Promise.all(requests)).map(({ status }) => status);

  it('1: a code that is used twice ends the tokens of its first use', async () => {
    const flow = await authorize(auth.url);
    const tokens = await json<TokenAnswer>(await redeem(auth.url, flow));

    const replay = await redeem(auth.url, flow);

    expect(await json(replay)).toMatchObject({ error: 'invalid_grant' });
    expect((await userinfo(auth.url, tokens.access_token)).status).toBe(401);
    expect((await refresh(auth.url, tokens.refresh_token)).status).toBe(400);
  });

  it('2: of ten concurrent exchanges of one code at most one succeeds, and its tokens die', async () => {
    const flow = await authorize(auth.url);

    const responses = await Promise.all(Array.from({ length: 10 }, () => redeem(auth.url, flow)));

    const winners = responses.filter(({ status }) => status === 200);
    expect(winners.length).toBeLessThanOrEqual(1);
    for (const winner of winners) {
      const { access_token, refresh_token } = await json<TokenAnswer>(winner);
      expect((await userinfo(auth.url, access_token)).status).toBe(401);
      expect((await refresh(auth.url, refresh_token)).status).toBe(400);
    }
  });

  it('3: a refresh token that is used twice ends its whole family', async () => {
    const first = await tokensFor(auth.url);
    const second = await json<TokenAnswer>(await refresh(auth.url, first.refresh_token));

    const replay = await refresh(auth.url, first.refresh_token);

    expect(await json(replay)).toMatchObject({ error: 'invalid_grant' });
    expect((await userinfo(auth.url, second.access_token)).status).toBe(401);
    expect((await refresh(auth.url, second.refresh_token)).status).toBe(400);
  });

  it('4: of ten concurrent uses of one refresh token at most one succeeds, and the family dies', async () => {
    const first = await tokensFor(auth.url);

    const responses = await Promise.all(
      Array.from({ length: 10 }, () => refresh(auth.url, first.refresh_token)),
    );

    const winners = responses.filter(({ status }) => status === 200);
    expect(winners.length).toBeLessThanOrEqual(1);
    for (const winner of winners) {
      const { access_token } = await json<TokenAnswer>(winner);
      expect((await userinfo(auth.url, access_token)).status).toBe(401);
    }
  });

  describe('4: two tabs of one page', () => {
    const ofPage = async (name: string, headers: Readonly<Record<string, string>> = {}) => {
      const flow = await authorize(auth.url, { client_id: 'spa' }, { name });
      return json<TokenAnswer>(await redeem(auth.url, flow, { client_id: 'spa' }, headers));
    };
    const again = (token: string, headers = {}) =>
      refresh(auth.url, token, { client_id: 'spa' }, headers);
    const later = () =>
      auth.database.query(
        `UPDATE oidc_artifact SET consumed_at = consumed_at - interval '11 seconds'
         WHERE kind = 'RefreshToken' AND client_id = 'spa'`,
      );

    it('get the same answer for a while, as often as they ask, at once or one after the other', async () => {
      const first = await ofPage('grace');

      const answers = await Promise.all(
        Array.from({ length: 5 }, () => again(first.refresh_token)),
      );
      const last = await again(first.refresh_token);

      expect([...answers, last].map(({ status }) => status)).toEqual(Array(6).fill(200));
      const bodies = await Promise.all([...answers, last].map((one) => json<TokenAnswer>(one)));
      expect(new Set(bodies.map((one) => JSON.stringify(one))).size).toBe(1);
      const next = await again(bodies[0]?.refresh_token ?? '');
      expect(next.status).toBe(200);
    });

    it('end the grant when a token comes back after that', async () => {
      const first = await ofPage('grace');
      const second = await json<TokenAnswer>(await again(first.refresh_token));
      await later();

      expect((await again(first.refresh_token)).status).toBe(400);
      expect((await again(second.refresh_token)).status).toBe(400);
      expect((await userinfo(auth.url, second.access_token)).status).toBe(401);
    });

    it('get nothing once the grant has ended', async () => {
      const first = await ofPage('grace');
      const second = await json<TokenAnswer>(await again(first.refresh_token));
      await postForm(`${auth.url}/api/v1/oauth/revoke`, {
        ...{ token: second.refresh_token, client_id: 'spa' },
      });

      expect((await again(first.refresh_token)).status).toBe(400);
    });

    it('share it with nobody who lacks the key of the token', async () => {
      const [own, other] = [await prover(auth.url), await prover(auth.url)];
      const first = await ofPage('alan', { DPoP: await own() });
      const second = await again(first.refresh_token, { DPoP: await own() });

      const repeated = await again(first.refresh_token, { DPoP: await own() });
      const stolen = await again(first.refresh_token, { DPoP: await other() });
      const bare = await again(first.refresh_token);

      expect(await json(repeated)).toEqual(await json(second));
      expect([stolen.status, bare.status]).toEqual([400, 400]);
      const refusals = JSON.stringify([await json(stolen), await json(bare)]);
      expect(refusals).not.toContain('access_token');
      expect(refusals).toContain('bound to another key');
      expect(refusals).not.toContain('code_verifier');
    });

    it.each([{ scope: 'openid' }, { resource: 'urn:other' }, { scope: 'openid profile email' }])(
      'get no answer to another request, which ends nothing: %j',
      async (fields) => {
        const first = await ofPage('grace');
        const second = await json<TokenAnswer>(await again(first.refresh_token));

        const other = await postForm(`${auth.url}/api/v1/oauth/token`, {
          ...{ grant_type: 'refresh_token', refresh_token: first.refresh_token },
          ...{ client_id: 'spa', ...fields },
        });

        expect(await json(other)).toMatchObject({
          error: expect.stringMatching(/invalid_(grant|target|scope)/),
        });
        expect(await json(await again(first.refresh_token))).toEqual(second);
        expect((await again(second.refresh_token)).status).toBe(200);
      },
    );

    it('have their tokens although the answer cannot be kept', async () => {
      const first = await ofPage('grace');
      await auth.database.query(
        `ALTER TABLE oidc_artifact ADD CONSTRAINT no_answers CHECK (kind <> 'RefreshAnswer') NOT VALID`,
      );
      try {
        const second = await again(first.refresh_token);

        expect(second.status).toBe(200);
        const { refresh_token } = await json<TokenAnswer>(second);
        expect((await again(refresh_token)).status).toBe(200);
        expect(auth.logs.map(({ msg }) => msg)).toContain('refresh_grace.not_kept');
      } finally {
        await auth.database.query('ALTER TABLE oidc_artifact DROP CONSTRAINT no_answers');
      }
    });

    it('hold nothing readable in the database', async () => {
      const first = await ofPage('grace');
      await again(first.refresh_token);
      const rows = await auth.database.query<{ payload: object }>(
        `SELECT payload FROM oidc_artifact WHERE kind = 'RefreshAnswer'`,
      );

      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain('access_token');
    });
  });

  it('4: a client with a secret has no such time', async () => {
    const first = await tokensFor(auth.url);

    const results = [
      await refresh(auth.url, first.refresh_token),
      await refresh(auth.url, first.refresh_token),
    ];

    expect(results.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('says which of its reasons invalid_grant has', async () => {
    const flow = await authorize(auth.url);
    const elsewhere = await redeem(auth.url, flow, { redirect_uri: `${REDIRECT_URI}/x` });
    const other = await redeem(auth.url, await authorize(auth.url), {
      code_verifier: 'x'.repeat(43),
    });
    const used = await authorize(auth.url);
    await redeem(auth.url, used);
    const twice = await redeem(auth.url, used);
    const unknown = await redeem(auth.url, { ...flow, code: 'unknown' });

    const said = await Promise.all(
      [elsewhere, other, twice, unknown].map(async (one) =>
        json<{ error_description: string }>(one),
      ),
    );
    expect(said.map(({ error_description }) => error_description)).toEqual([
      expect.stringContaining('redirect_uri'),
      expect.stringContaining('code_verifier'),
      expect.stringContaining('used before'),
      expect.stringContaining('not known'),
    ]);
  });

  it('8: a code is worth nothing to another client, or with another redirect URI', async () => {
    const flow = await authorize(auth.url);

    const other = await redeem(auth.url, flow, {}, basic('other'));
    const elsewhere = await redeem(auth.url, flow, { redirect_uri: `${REDIRECT_URI}/x` });

    expect(await json(other)).toMatchObject({ error: 'invalid_grant' });
    expect(await json(elsewhere)).toMatchObject({ error: 'invalid_grant' });
  });

  it('18: two ways of client authentication at once are refused', async () => {
    const both = await postForm(
      `${auth.url}/oauth/token`,
      { grant_type: 'client_credentials', client_secret: CLIENTS.web.client_secret },
      basic('web'),
    );
    const mismatch = await postForm(
      `${auth.url}/oauth/token`,
      { grant_type: 'client_credentials', client_id: 'other' },
      basic('web'),
    );
    const secretOfPublic = await postForm(`${auth.url}/oauth/token`, {
      grant_type: 'refresh_token',
      refresh_token: 'x',
      client_id: 'spa',
      client_secret: 'guess',
    });

    expect([both.status, mismatch.status, secretOfPublic.status]).toEqual([400, 400, 401]);
  });

  it('18: the stored digest of a secret is no secret', async () => {
    const [row] = await auth.database.query<{ digest: Buffer }>(
      `SELECT secret_sha256 AS digest FROM oauth_client WHERE client_id = 'web'`,
    );
    const digest = `sha256:${row?.digest.toString('base64url') ?? ''}`;

    const response = await postForm(`${auth.url}/oauth/token`, {
      grant_type: 'client_credentials',
      client_id: 'web',
      client_secret: digest,
    });

    expect(response.status).toBe(401);
  });

  it('23: scopes do not grow on refresh', async () => {
    const tokens = await tokensFor(auth.url, { scope: 'openid read' });

    const response = await refresh(auth.url, tokens.refresh_token, { scope: 'openid read write' });

    expect(await json(response)).toMatchObject({ error: 'invalid_scope' });
  });

  it('23: the scope admin is not given to somebody who is no administrator', async () => {
    const tokens = await tokensFor(auth.url, { scope: 'openid admin' });

    expect(tokens.scope).toBe('openid');
    expect((await admin(auth.url, tokens.access_token)('GET', '/status')).status).toBe(403);
  });

  it('24: who is no administrator any more is refused at once', async () => {
    const token = await adminToken(auth.url);
    await auth.database.query(`UPDATE auth_user SET is_admin = false WHERE username = 'ada'`);

    const response = await admin(auth.url, token)('GET', '/status');
    await auth.database.query(`UPDATE auth_user SET is_admin = true WHERE username = 'ada'`);

    expect(response.status).toBe(403);
  });

  it('24: a client that is deactivated on one replica is refused on the other at once', async () => {
    const replica = await startAuth({ database: auth.database, env: replicaOf(auth) });
    const ask = () =>
      postForm(`${replica.url}/oauth/token`, { grant_type: 'client_credentials' }, basic('other'));
    const before = await ask();
    const call = admin(auth.url, await adminToken(auth.url));

    await call('DELETE', '/clients/other');

    let after = await ask();
    for (let attempt = 0; after.status === 200 && attempt < 100; attempt += 1) after = await ask();
    await call('PATCH', '/clients/other', { is_active: true });
    await replica.close();
    expect([before.status, after.status]).toEqual([200, 401]);
  });

  it('2: concurrent exchanges on two replicas have at most one winner', async () => {
    const replica = await startAuth({ database: auth.database, env: replicaOf(auth) });
    const flow = await authorize(auth.url);

    const results = await statuses(
      Array.from({ length: 10 }, (_unused, index) =>
        redeem(index % 2 === 0 ? auth.url : replica.url, flow),
      ),
    );
    await replica.close();

    expect(results.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('25: nobody ends or looks into what was given to another client', async () => {
    const { access_token, refresh_token } = await tokensFor(auth.url);
    const machine = await json<TokenAnswer>(
      await postForm(
        `${auth.url}/oauth/token`,
        { grant_type: 'client_credentials', scope: 'read' },
        basic('web'),
      ),
    );
    const as = (name: 'web' | 'other', path: string, token: string) =>
      postForm(`${auth.url}/api/v1/oauth/${path}`, { token }, basic(name));

    for (const token of [access_token, refresh_token, machine.access_token]) {
      const looked = await as('other', 'introspect', token);
      const revoked = await as('other', 'revoke', token);

      expect(await json(looked)).toEqual({ active: false });
      expect(revoked.status).toBe(400);
      expect(await json(await as('web', 'introspect', token))).toMatchObject({ active: true });
    }
  });

  it('25: a token in another spelling is another token', async () => {
    const { access_token } = await tokensFor(auth.url);
    const [header = '', claims = '', signature = ''] = access_token.split('.');
    const spellings = [
      `${access_token}.`,
      `~${access_token}.`,
      `${header}.${claims}=.${signature}`,
      `${header}~${claims}~${signature}`,
    ];

    const answers = await Promise.all(spellings.map((token) => isActive(auth.url, token)));

    expect(answers).toEqual([false, false, false, false]);
  });

  describe('26: forged tokens', () => {
    const claims = async () => decodeJwt((await tokensFor(auth.url)).access_token);
    const refused = async (token: string) => {
      expect((await userinfo(auth.url, token)).status).toBe(401);
      expect(await isActive(auth.url, token)).toBe(false);
      expect((await fetch(`${auth.url}/auth/sessions`, { headers: bearer(token) })).status).toBe(
        401,
      );
    };

    it('alg none', async () => {
      await refused(new UnsecuredJWT(await claims()).encode());
    });

    it('HS256 under the public RSA key', async () => {
      const { keys } = await json<{ keys: Record<string, string>[] }>(
        await fetch(`${auth.url}/.well-known/jwks.json`),
      );
      const pem = createPublicKey({ key: keys[0] as never, format: 'jwk' }).export({
        type: 'spki',
        format: 'pem',
      });
      const parts = [{ alg: 'HS256', typ: 'at+jwt', kid: keys[0]?.['kid'] }, await claims()].map(
        (part) => Buffer.from(JSON.stringify(part)).toString('base64url'),
      );
      const signature = createHmac('sha256', pem).update(parts.join('.')).digest('base64url');

      await refused([...parts, signature].join('.'));
    });

    it('a key of the attacker, with a kid that is a path', async () => {
      const { privateKey } = await generateKeyPair('ES256');
      const token = await new SignJWT(await claims())
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: '../../../dev/null' })
        .sign(privateKey);

      await refused(token);
    });

    it('a changed claim under the old signature', async () => {
      const { access_token } = await tokensFor(auth.url);
      const [header = '', payload = '', signature = ''] = access_token.split('.');
      const changed = { ...decodeJwt(access_token), scope: 'openid admin' };
      expect(payload).not.toBe('');

      await refused(
        [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.'),
      );
    });

    it('an ID token in the place of an access token', async () => {
      const { id_token } = await tokensFor(auth.url);

      await refused(id_token ?? '');
    });

    it('the bare id of a token', async () => {
      await refused(String((await claims()).jti));
    });

    it('a refresh token', async () => {
      const { refresh_token } = await tokensFor(auth.url);

      expect((await userinfo(auth.url, refresh_token)).status).toBe(401);
    });
  });

  it('a copy of the tables holds nothing that a client could present', async () => {
    const flow = await authorize(auth.url);
    const tokens = await tokensFor(auth.url);
    const session = flow.browser.cookie('_session') ?? '';

    const rows = await auth.database.query<{ row: string }>(
      'SELECT oidc_artifact::text AS row FROM oidc_artifact',
    );
    const text = rows.map(({ row }) => row).join('\n');

    expect(session).not.toBe('');
    for (const secret of [flow.code, tokens.access_token, tokens.refresh_token, session]) {
      expect(text).not.toContain(secret);
    }
    const keys = await auth.database.query<{ row: string }>(
      'SELECT signing_key::text AS row FROM signing_key',
    );
    expect(keys.map(({ row }) => row).join()).not.toContain('"d":');
  });

  it('30: secrets are in no log line and in no audit record', async () => {
    const tokens = await tokensFor(auth.url);
    await postForm(`${auth.url}/auth/token`, {
      grant_type: 'password',
      username: 'grace',
      password: 'a-wrong-password-to-find',
    });

    const audit = await auth.database.query('SELECT * FROM audit_record');
    const written = JSON.stringify([auth.logs, audit]);

    for (const secret of [
      tokens.access_token,
      tokens.refresh_token,
      passwordOf('grace'),
      'a-wrong-password-to-find',
      CLIENTS.web.client_secret,
    ]) {
      expect(written).not.toContain(secret);
    }
  });
});

/** What a second replica needs to be one. */
const replicaOf = ({ env }: RunningAuth) => ({
  ISSUER: env['ISSUER'] ?? '',
  KEY_ENCRYPTION_KEY: env['KEY_ENCRYPTION_KEY'] ?? '',
});

/** A key with which proofs of possession are made for the token endpoint (RFC 9449). */
async function prover(origin: string): Promise<() => Promise<string>> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return () =>
    new SignJWT({ jti: crypto.randomUUID(), htm: 'POST', htu: `${origin}/api/v1/oauth/token` })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
      .setIssuedAt()
      .sign(privateKey);
}
