/* oxlint-disable typescript/no-deprecated -- allowInsecureRequests is marked so to stand out: these tests have no TLS */
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import {
  admin,
  adminToken,
  authorize,
  basic,
  isActive,
  json,
  postForm,
  redeem,
  refresh,
  tokensFor,
  type ErrorAnswer,
  type TokenAnswer,
} from '../flows.js';
import { REDIRECT_URI, startAuth, type RunningAuth } from '../running-auth.js';

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const RESOURCE = 'https://api.example.org';
const SECRET = 'a-secret-of-43-characters-0123456789abcdefg';

const confidential = (client_id: string, metadata: object, scopes = ['read', 'write']) => ({
  client_id,
  client_secret: SECRET,
  client_name: client_id,
  redirect_uris: [REDIRECT_URI],
  scopes: ['openid', ...scopes],
  metadata,
});
const headers = (id: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${SECRET}`).toString('base64')}`,
});

let auth: RunningAuth;
let call: ReturnType<typeof admin>;

beforeAll(async () => {
  auth = await startAuth({
    env: { RESOURCES: RESOURCE, DYNAMIC_REGISTRATION: 'open' },
    clients: [
      // Its own tokens live longer than those that it trades.
      confidential('agent', { token_exchange: true, access_token_lifetime: 3600 }),
      confidential('tool', { token_exchange: true }, ['read']),
      confidential('stranger', {}),
      confidential('careful', { may_act: 'tool' }),
    ],
  });
  call = admin(auth.url, await adminToken(auth.url));
});
afterAll(() => auth.close());

/** How the table knows a token. */
const digest = (token: string): string => hash('sha256', token, 'base64url');

/** The exchange as bare fields, by a client that has asked for it. */
const exchange = (subject_token: string, fields: Record<string, string> = {}, by = 'agent') =>
  postForm(
    `${auth.url}/oauth/token`,
    { grant_type: EXCHANGE, subject_token, subject_token_type: ACCESS_TOKEN, ...fields },
    headers(by),
  );
const refusal = async (response: Response) => (await json<ErrorAnswer>(response)).error;
const exchanged = async (...given: Parameters<typeof exchange>) =>
  json<TokenAnswer>(await exchange(...given));
const subjectOf = (parameters = {}) =>
  tokensFor(auth.url, { scope: 'openid read write', ...parameters });

describe('token exchange (RFC 8693)', () => {
  it('gives openid-client a token that says for whom it acts, and who acts', async () => {
    const { access_token: subject } = await subjectOf();
    const config = await client.discovery(new URL(auth.url), 'agent', SECRET, undefined, {
      execute: [client.allowInsecureRequests],
    });

    const answer = await client.genericGrantRequest(config, EXCHANGE, {
      subject_token: subject,
      subject_token_type: ACCESS_TOKEN,
      scope: 'read',
    });
    const [before, after] = [decodeJwt(subject), decodeJwt(answer.access_token)];

    expect(config.serverMetadata().grant_types_supported).toContain(EXCHANGE);
    expect(answer).toMatchObject({
      issued_token_type: ACCESS_TOKEN,
      token_type: 'bearer',
      scope: 'read',
    });
    expect(answer).not.toHaveProperty('refresh_token');
    expect(after).toMatchObject({
      sub: before.sub,
      user: before['user'],
      client_id: 'agent',
      scope: 'read',
      aud: 'sextant',
      act: { sub: 'agent' },
      acr: before['acr'],
      auth_time: before['auth_time'],
    });
    expect(after.exp).toBeLessThanOrEqual(before.exp ?? 0);
    expect(await isActive(auth.url, subject)).toBe(true);
  });

  it('nests who acted before, and never leaves anybody out', async () => {
    const { access_token: subject } = await subjectOf();
    const first = await exchanged(subject);

    const second = await exchanged(first.access_token, {}, 'tool');

    expect(decodeJwt(second.access_token)).toMatchObject({
      client_id: 'tool',
      act: { sub: 'tool', act: { sub: 'agent' } },
      scope: 'read',
    });
  });

  it('goes through ten hands at most: a chain has an end, and so has the work of ending it', async () => {
    let { access_token: token } = await subjectOf();
    for (let hands = 1; hands <= 10; hands += 1) token = (await exchanged(token)).access_token;

    const answer = await exchange(token);

    expect(answer.status).toBe(400);
    expect(await refusal(answer)).toBe('invalid_request');
  });

  it('names the person behind the actor, by a token of the same client', async () => {
    const { access_token: subject } = await subjectOf();
    const flow = await authorize(auth.url, { client_id: 'agent', scope: 'read' }, { name: 'alan' });
    const own = await json<TokenAnswer>(await redeem(auth.url, flow, {}, headers('agent')));
    const machine = await json<TokenAnswer>(
      await postForm(
        `${auth.url}/oauth/token`,
        { grant_type: 'client_credentials' },
        headers('agent'),
      ),
    );
    const by = (actor_token: string) =>
      exchange(subject, { actor_token, actor_token_type: ACCESS_TOKEN });

    const person = await json<TokenAnswer>(await by(own.access_token));
    const itself = await json<TokenAnswer>(await by(machine.access_token));

    expect(decodeJwt(person.access_token)['act']).toEqual({
      sub: decodeJwt(own.access_token).sub,
      client_id: 'agent',
    });
    expect(decodeJwt(itself.access_token)['act']).toEqual({ sub: 'agent' });
    // A token of another client says nothing of this one; a delegated one names somebody else.
    expect(await refusal(await by(subject))).toBe('invalid_request');
    expect(await refusal(await by(person.access_token))).toBe('invalid_request');
    expect(await refusal(await exchange(subject, { actor_token: own.access_token }))).toBe(
      'invalid_request',
    );
  });

  it('only narrows scopes', async () => {
    const { access_token: subject } = await subjectOf({ scope: 'openid read' });

    expect(decodeJwt((await exchanged(subject)).access_token)['scope']).toBe('read');
    for (const scope of ['write', 'read write', 'openid', 'admin', 'nonsense']) {
      expect(await refusal(await exchange(subject, { scope }))).toBe('invalid_scope');
    }
    const { access_token: writes } = await subjectOf({ scope: 'write' });
    expect(await refusal(await exchange(writes, {}, 'tool'))).toBe('invalid_scope');
  });

  it('only narrows the audience', async () => {
    const { access_token: everywhere } = await subjectOf();
    const { access_token: there } = await exchanged(everywhere, { resource: RESOURCE });

    expect(decodeJwt(there).aud).toBe(RESOURCE);
    expect(decodeJwt((await exchanged(there, {}, 'tool')).access_token).aud).toBe(RESOURCE);
    expect(decodeJwt((await exchanged(everywhere, { audience: RESOURCE })).access_token).aud).toBe(
      RESOURCE,
    );
    const refused = await Promise.all([
      exchange(there, { audience: 'sextant' }),
      exchange(everywhere, { resource: 'https://evil.example' }),
      exchange(everywhere, { resource: RESOURCE, audience: 'sextant' }),
    ]);
    expect(await Promise.all(refused.map(refusal))).toEqual(Array(3).fill('invalid_target'));
  });

  it('is for clients that an administrator trusts with it', async () => {
    const { access_token: subject } = await subjectOf();
    const register = (metadata: object) =>
      fetch(`${auth.url}/api/v1/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris: ['https://new.example.org/cb'], ...metadata }),
      });

    expect(await refusal(await exchange(subject, {}, 'stranger'))).toBe('unauthorized_client');
    expect((await register({ token_exchange: true })).status).toBe(400);
    expect((await register({ grant_types: ['authorization_code', EXCHANGE] })).status).toBe(400);
    expect((await call('PATCH', '/clients/spa', { token_exchange: true })).status).toBe(422);
    expect((await call('PATCH', '/clients/stranger', { token_exchange: true })).status).toBe(200);
    expect((await exchange(subject, {}, 'stranger')).status).toBe(200);
    await call('PATCH', '/clients/stranger', { token_exchange: false });
    expect(await refusal(await exchange(subject, {}, 'stranger'))).toBe('unauthorized_client');
  });

  it('honours may_act of the subject', async () => {
    const flow = await authorize(auth.url, { client_id: 'careful', scope: 'read' });
    const { access_token: subject } = await json<TokenAnswer>(
      await redeem(auth.url, flow, {}, headers('careful')),
    );

    expect(decodeJwt(subject)['may_act']).toEqual({ sub: 'tool' });
    expect(await refusal(await exchange(subject))).toBe('invalid_request');
    const answer = await exchanged(subject, {}, 'tool');
    expect(decodeJwt(answer.access_token)).not.toHaveProperty('may_act');
  });

  it('takes nothing but a valid access token of a person', async () => {
    const tokens = await subjectOf();
    const machine = await json<TokenAnswer>(
      await postForm(`${auth.url}/oauth/token`, { grant_type: 'client_credentials' }, basic('web')),
    );
    const revoked = await subjectOf();
    await postForm(
      `${auth.url}/api/v1/oauth/revoke`,
      { token: revoked.access_token },
      basic('web'),
    );
    const bad = [
      tokens.id_token ?? '',
      tokens.refresh_token,
      machine.access_token,
      revoked.access_token,
      `${tokens.access_token}x`,
      'nonsense',
    ];

    for (const token of bad) expect(await refusal(await exchange(token))).toBe('invalid_request');
    const types = [
      { subject_token_type: 'urn:ietf:params:oauth:token-type:id_token' },
      { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
      { subject_token_type: '' },
    ];
    for (const each of types) {
      expect(await refusal(await exchange(tokens.access_token, each))).toBe('invalid_request');
    }
  });

  it('ends with the token that it was asked for with, through all hands, and never the other way', async () => {
    const tokens = await subjectOf();
    const first = await exchanged(tokens.access_token);
    const second = await exchanged(first.access_token, {}, 'tool');
    const other = await exchanged(tokens.access_token);
    const revoke = (token: string, by: Record<string, string>) =>
      postForm(`${auth.url}/api/v1/oauth/revoke`, { token }, by);

    await revoke(other.access_token, headers('agent'));
    expect(await isActive(auth.url, tokens.access_token)).toBe(true);
    await revoke(tokens.refresh_token, basic('web'));

    const rows = await auth.database.query<{ client_id: string }>(
      `SELECT client_id FROM oidc_artifact WHERE kind = 'AccessToken' AND parent_id IS NOT NULL
       AND payload->>'digest' = ANY($1)`,
      [[first, second].map(({ access_token }) => digest(access_token))],
    );
    expect(rows).toEqual([]);
    expect(await refusal(await exchange(first.access_token, {}, 'tool'))).toBe('invalid_request');
    expect((await refresh(auth.url, tokens.refresh_token)).status).toBe(400);
  });

  it('ends when the person signs out everywhere, and is in the audit log', async () => {
    const { access_token } = await exchanged((await subjectOf()).access_token, { scope: 'read' });
    const introspect = async () =>
      json(
        await postForm(
          `${auth.url}/api/v1/oauth/introspect`,
          { token: access_token },
          headers('agent'),
        ),
      );
    const { sub } = decodeJwt(access_token);
    expect(await introspect()).toMatchObject({ active: true, act: { sub: 'agent' } });

    const { records } = await json<{ records: object[] }>(
      await call('GET', `/audit?type=token.exchanged&subject=${sub ?? ''}&limit=1`),
    );
    await call('DELETE', `/users/${sub ?? ''}/sessions`);

    expect(records).toMatchObject([
      { actor: 'agent', details: { client_id: 'web', scope: 'read' } },
    ]);
    expect(await introspect()).toEqual({ active: false });
  });
});
