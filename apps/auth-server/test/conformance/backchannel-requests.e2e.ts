import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { authorize, bearer, json, postForm, redeem } from '../flows.js';
import { mailServer, type MailServer } from '../mail-server.js';
import { startAuth, type RunningAuth } from '../running-auth.js';

const CIBA = 'urn:openid:params:grant-type:ciba';
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
const SECRET = 'a-secret-for-tests-0123456789abcdefghijklmn';
const MINUTE_SECONDS = 60;

const keys = generateKeyPair('ES256', { extractable: true });
let mail: MailServer;
let auth: RunningAuth;
beforeAll(async () => {
  mail = await mailServer();
  const jwk = {
    ...(await exportJWK((await keys).publicKey)),
    use: 'sig',
    alg: 'ES256',
    kid: 'one',
  };
  const client = (client_id: string, metadata: object) => ({
    ...{ client_id, client_name: client_id, client_secret: SECRET },
    ...{ redirect_uris: [], scopes: ['openid', 'read'] },
    metadata: { response_types: [], ...metadata },
  });
  auth = await startAuth({
    env: { ...mail.env, SWEEP_SECONDS: '1' },
    clients: [
      client('bank', {
        ...{ grant_types: [CIBA], backchannel_token_delivery_mode: 'poll' },
        ...{ backchannel_authentication_request_signing_alg: 'ES256', jwks: { keys: [jwk] } },
      }),
      client('till', { grant_types: [CIBA], backchannel_token_delivery_mode: 'poll' }),
      client('television', { grant_types: [DEVICE] }),
    ],
  });
});
afterAll(async () => {
  await auth.close();
  await mail.close();
});

const authorization = (id: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${SECRET}`).toString('base64')}`,
});
const nowSeconds = () => Math.floor(Date.now() / 1000);

const asked = async (claims: Readonly<Record<string, number>>) => {
  const request = await new SignJWT({
    ...{ scope: 'openid', login_hint: 'grace', jti: crypto.randomUUID() },
    ...{ iat: nowSeconds(), nbf: nowSeconds(), exp: nowSeconds() + MINUTE_SECONDS },
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuer('bank')
    .setAudience(auth.env['ISSUER'] ?? '')
    .sign((await keys).privateKey);
  return postForm(`${auth.url}/api/v1/oauth/bc-authorize`, { request }, authorization('bank'));
};

describe('a signed request for somebody who is elsewhere', () => {
  it.each([
    ['is good for an hour', { exp: 60 }, 200],
    ['is refused where it is good for longer', { exp: 70 }, 400],
    ['is refused where it has been good for longer', { nbf: -70 }, 400],
    ['is refused before its time', { nbf: 10, exp: 20 }, 400],
    ['is refused where it ends before it begins', { nbf: 0, exp: -1 }, 400],
  ])('%s', async (_what, minutes: Readonly<Record<string, number>>, status) => {
    const claims = Object.fromEntries(
      Object.entries(minutes).map(([name, ahead]) => [name, nowSeconds() + ahead * MINUTE_SECONDS]),
    );
    const answer = await asked(claims);

    expect(answer.status).toBe(status);
    if (status === 400) {
      expect((await json<{ error_description: string }>(answer)).error_description).toMatch(
        /^Request Object/,
      );
    }
  });
});

const started = async (
  id: string,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Record<string, string>> =>
  json(await postForm(`${auth.url}/api/v1/oauth/${path}`, parameters, authorization(id)));

/** As if what is there had expired so long ago. */
const age = (kind: string, minutes: number) =>
  auth.database.query(
    `UPDATE oidc_artifact SET expires_at = now() - ${minutes} * interval '1 minute'
     WHERE kind = '${kind}' AND expires_at > now() - interval '1 minute'`,
  );
const left = (kind: string) =>
  auth.database.query<{ minutes: number }>(
    `SELECT round(extract(epoch FROM now() - expires_at) / 60)::int AS minutes
     FROM oidc_artifact WHERE kind = '${kind}'`,
  );

/** Asks until the answer is another one than `before`. */
async function changed(before: string, ask: () => Promise<string>): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await ask();
    if (answer !== before) return answer;
    await setTimeout(50);
  }
  return before;
}

describe('a client that asks for its tokens too late', () => {
  it('is told that the request has expired, for an hour', async () => {
    const { auth_req_id = '' } = await started('till', 'bc-authorize', {
      ...{ scope: 'openid', login_hint: 'grace', requested_expiry: '1' },
    });
    const ask = async () =>
      (
        await json<{ error: string }>(
          await postForm(
            `${auth.url}/oauth/token`,
            { grant_type: CIBA, auth_req_id },
            authorization('till'),
          ),
        )
      ).error;

    expect(await changed('authorization_pending', ask)).toBe('expired_token');
    await age('BackchannelAuthenticationRequest', 61);
    expect(await changed('expired_token', ask)).toBe('invalid_grant');
  });

  it('with the code of a device as well', async () => {
    await started('television', 'device_authorization', { scope: 'openid' });
    await age('DeviceCode', 61);
    await started('television', 'device_authorization', { scope: 'openid' });
    await age('DeviceCode', 59);
    await changed('2', async () => String((await left('DeviceCode')).length));

    expect(await left('DeviceCode')).toEqual([{ minutes: 59 }]);
  });
});

describe('userinfo', () => {
  it('names the interaction as the client does, else by itself (x-fapi-interaction-id)', async () => {
    const { access_token: token } = await json<{ access_token: string }>(
      await redeem(auth.url, await authorize(auth.url)),
    );
    const interaction = async (id: string) =>
      (
        await fetch(`${auth.url}/oidc/userinfo`, {
          headers: { ...bearer(token), 'x-fapi-interaction-id': id },
        })
      ).headers.get('x-fapi-interaction-id');
    const id = crypto.randomUUID();

    expect(await interaction(id)).toBe(id);
    const [first, second] = [await interaction('anything else'), await interaction('')];
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(second).not.toBe(first);
  });
});
