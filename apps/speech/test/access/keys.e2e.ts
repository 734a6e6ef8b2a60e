import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KEY, OTHER_KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { errorOf } from '../voices.js';

interface Key {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  readonly scopes: readonly string[];
}

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

async function issue(scopes: readonly string[], extra: object = {}): Promise<Key> {
  const answer = await speech.post('/v1/admin/keys', { label: 'test', scopes, ...extra });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Key;
}

const status = async (key: string, method: string, path: string, body?: object): Promise<number> =>
  (await speech.request(method, path, { key, body })).status;

const SPEAK = { input: 'a', voice_id: 'george' };

describe('scopes', () => {
  it.each([
    ['audio:speech', 'POST', '/v1/audio/speech', SPEAK, 200],
    ['audio:all', 'POST', '/v1/audio/speech', SPEAK, 200],
    ['audio:stream', 'POST', '/v1/audio/speech', SPEAK, 403],
    ['audio:stream', 'POST', '/v1/audio/stream', SPEAK, 200],
    ['audio:speech', 'POST', '/v1/audio/stream', SPEAK, 403],
    ['audio:speech', 'GET', '/v1/audio/models', undefined, 200],
    ['audio:stream', 'GET', '/v1/audio/models', undefined, 200],
    ['voices:read', 'GET', '/v1/audio/models', undefined, 200],
    ['voices:create', 'GET', '/v1/audio/models', undefined, 403],
    ['speech:admin', 'GET', '/v1/audio/models', undefined, 403],
    ['voices:read', 'GET', '/v1/voices/george', undefined, 200],
    ['voices:all', 'GET', '/v1/voices/george', undefined, 200],
    ['audio:all', 'GET', '/v1/voices', undefined, 403],
    ['voices:read', 'DELETE', '/v1/voices/nobody', undefined, 403],
    ['voices:delete', 'DELETE', '/v1/voices/nobody', undefined, 404],
    ['voices:read', 'POST', '/v1/voices/consent-challenges', { full_name: 'A' }, 403],
    ['voices:create', 'POST', '/v1/voices/consent-challenges', { full_name: 'A' }, 200],
    ['voices:read', 'POST', '/v1/voices', undefined, 403],
    ['voices:all', 'GET', '/v1/admin/keys', undefined, 403],
    ['speech:admin', 'GET', '/v1/admin/keys', undefined, 200],
    ['speech:admin', 'GET', '/v1/voices', undefined, 403],
  ])('%s: %s %s', async (scope, ...rest) => {
    const [method, path, body, expected] = rest as [string, string, object | undefined, number];
    const { key } = await issue([scope]);

    expect(await status(key, method, path, body)).toBe(expected);
  });

  it('refuses requests without a key', async () => {
    const answer = await fetch(`${speech.url}/v1/voices`);

    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await errorOf(answer)).toMatchObject({ status: 401, code: 'unauthorized' });
  });
});

describe('/v1/admin/keys', () => {
  it('shows the secret once, and only to the own workspace', async () => {
    const { id, key } = await issue(['voices:read']);

    const own = await (await speech.request('GET', '/v1/admin/keys')).text();
    const other = await (await speech.request('GET', '/v1/admin/keys', { key: OTHER_KEY })).text();

    expect(own).toContain(id);
    expect(own).not.toContain(key);
    expect(other).not.toContain(id);
  });

  it('rotates: the old one ends, the new one may the same', async () => {
    const old = await issue(['voices:read']);

    const answer = await speech.post(`/v1/admin/keys/${old.id}/rotate`, {});

    const rotated = (await answer.json()) as Key;
    expect(rotated).toMatchObject({ label: old.label, scopes: old.scopes });
    expect(await status(old.key, 'GET', '/v1/voices/george')).toBe(401);
    expect(await status(rotated.key, 'GET', '/v1/voices/george')).toBe(200);
    const again = await speech.post(`/v1/admin/keys/${old.id}/rotate`, {});
    expect(await errorOf(again)).toMatchObject({ status: 409, code: 'api_key_not_active' });
  });

  it('revokes, of the own workspace only', async () => {
    const { id, key } = await issue(['voices:read']);

    expect(await status(OTHER_KEY, 'DELETE', `/v1/admin/keys/${id}`)).toBe(404);
    expect(await status(key, 'GET', '/v1/voices/george')).toBe(200);
    expect(await status(KEY, 'DELETE', `/v1/admin/keys/${id}`)).toBe(204);
    expect(await status(key, 'GET', '/v1/voices/george')).toBe(401);
  });

  it.each([
    ['no scopes', { label: 'a', scopes: [] }],
    ['an unknown scope', { label: 'a', scopes: ['all'] }],
    ['no label', { scopes: ['voices:read'] }],
    ['a short life', { label: 'a', scopes: ['voices:read'], expires_in: 1 }],
  ])('refuses %s', async (_what, body) => {
    const answer = await speech.post('/v1/admin/keys', body);

    expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'validation_failed' });
  });
});

describe('POST /v1/auth/token', () => {
  const token = (body: object | string, key = KEY, headers: Record<string, string> = {}) =>
    speech.request('POST', '/v1/auth/token', { body, key, headers });
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each([
    ['JSON', { grant_type: 'client_credentials', scope: 'audio:speech' }, {}],
    ['a form', 'grant_type=client_credentials&scope=audio%3Aspeech', FORM],
  ])('gives a short key with a part of the scopes for %s', async (_what, body, headers) => {
    const answer = await token(body, KEY, headers);

    const issued = (await answer.json()) as { access_token: string };
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(issued).toMatchObject({ expires_in: 3600, token_type: 'bearer', scope: 'audio:speech' });
    expect(await status(issued.access_token, 'POST', '/v1/audio/speech', SPEAK)).toBe(200);
    expect(await status(issued.access_token, 'GET', '/v1/voices')).toBe(403);
  });

  it('gives no more than the key has, and no administration unasked', async () => {
    const { key } = await issue(['audio:all', 'speech:admin'], { expires_in: 120 });

    const more = await token({ grant_type: 'client_credentials', scope: 'voices:read' }, key);
    const all = await token({ grant_type: 'client_credentials' }, key);

    expect(await errorOf(more)).toMatchObject({ status: 400, code: 'validation_failed' });
    const { expires_in, scope } = (await all.json()) as { expires_in: number; scope: string };
    expect(scope).toBe('audio:all');
    expect(expires_in).toBeLessThanOrEqual(120);
  });

  it('leaves the tokens out of the list, and no key, whatever its label', async () => {
    const { id } = await issue(['voices:read'], { label: 'token of /v1/auth/token' });
    const before = await (await speech.request('GET', '/v1/admin/keys')).json();

    await token({ grant_type: 'client_credentials' });

    const after = await (await speech.request('GET', '/v1/admin/keys')).json();
    expect(after).toEqual(before);
    expect(JSON.stringify(after)).toContain(id);
  });

  it.each([
    ['revoked', 'DELETE', ''],
    ['rotated', 'POST', '/rotate'],
  ])('ends tokens, and tokens of tokens, when their key is %s', async (_what, method, rest) => {
    const asked = { grant_type: 'client_credentials' };
    const { id, key } = await issue(['voices:read']);
    const other = await issue(['voices:read']);
    const tokens: string[] = [];
    for (const from of [key, 'last', other.key]) {
      const answer = await token(asked, from === 'last' ? tokens.at(-1) : from);
      tokens.push(((await answer.json()) as { access_token: string }).access_token);
    }
    const states = () => Promise.all(tokens.map((each) => status(each, 'GET', '/v1/voices')));
    expect(await states()).toEqual([200, 200, 200]);

    await speech.request(method, `/v1/admin/keys/${id}${rest}`);

    expect(await states()).toEqual([401, 401, 200]);
  });

  it('makes no key of a token by rotating it', async () => {
    const { key } = await issue(['voices:read']);
    await token({ grant_type: 'client_credentials' }, key);
    const [row] = await speech.database.query<{ id: string }>(
      `SELECT id FROM api_keys WHERE scopes::text LIKE '%token:%' ORDER BY created_at DESC LIMIT 1`,
    );

    const answer = await speech.post(`/v1/admin/keys/${row?.id ?? ''}/rotate`, {});

    expect(await errorOf(answer)).toMatchObject({ status: 404, code: 'api_key_not_found' });
  });

  it('gives a key 200 that live, and more when they have expired', async () => {
    const asked = { grant_type: 'client_credentials' };
    const { id, key } = await issue(['voices:read']);
    await speech.database.query(
      `INSERT INTO api_keys (id, owner, label, masked, hash, scopes, created_at, expires_at)
       SELECT gen_random_uuid(), 'default', 'token', '', sha256(gen_random_uuid()::text::bytea),
              ARRAY['voices:read', $1], now(), now() + interval '10 minutes'
       FROM generate_series(1, 200)`,
      [`token:${id}`],
    );

    const refused = await token(asked, key);

    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(await errorOf(refused)).toMatchObject({ status: 429, code: 'token_limit_reached' });
    expect((await token(asked)).status).toBe(200);
    await speech.database.query(
      `UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE $1 = ANY(scopes)`,
      [`token:${id}`],
    );
    expect((await token(asked, key)).status).toBe(200);
  });

  it('knows no other grant', async () => {
    const answer = await token({ grant_type: 'password' });

    expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'validation_failed' });
  });
});

describe('limits', () => {
  it('count tokens as their key', async () => {
    const limited = await startSpeech({ REQUESTS_PER_MINUTE: '5', CONCURRENT_SYNTHESES: '1' });
    try {
      const tokens: string[] = [];
      for (let index = 0; index < 2; index += 1) {
        const answer = await limited.post('/v1/auth/token', { grant_type: 'client_credentials' });
        tokens.push(((await answer.json()) as { access_token: string }).access_token);
      }
      const [first = '', second = ''] = tokens;
      const body = {
        input: 'A long text. '.repeat(1000),
        voice_id: 'en-us-male',
        output_format: 'wav_48000',
      };
      const stream = (key: string) => limited.request('POST', '/v1/audio/stream', { body, key });

      const running = await stream(first);
      const together = await stream(second);
      await limited.request('GET', '/v1/voices/george', { key: first });
      const sixth = await limited.request('GET', '/v1/voices/george', { key: second });

      expect(running.status).toBe(200);
      expect(await errorOf(together)).toMatchObject({ code: 'concurrency_limit_reached' });
      expect(await errorOf(sixth)).toMatchObject({ status: 429, code: 'too_many_requests' });
      await running.body?.cancel();
    } finally {
      await limited.close();
    }
  });
});

describe('usage', () => {
  interface Stored {
    readonly event: { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
  }
  const events = () =>
    speech.database.query<Stored>(
      `SELECT event FROM outbox WHERE event->>'type' LIKE '%synthesis.completed' ORDER BY sequence`,
    );

  it('is one event for each synthesis that was made to its end, and none for others', async () => {
    // A workspace of its own: streams that other tests left may end meanwhile.
    const post = (path: string, body: object) =>
      speech.request('POST', path, { body, key: OTHER_KEY });

    await post('/v1/audio/speech', { input: 'One two.', voice_id: 'george' });
    await (await post('/v1/audio/stream', { input: 'Three.', voice_id: 'george' })).text();
    await (
      await post('/v1/audio/stream/with-timestamps', { input: 'Five.', voice_id: 'lisa' })
    ).text();
    await (
      await post('/v1/audio/dialogue', {
        turns: [
          { input: 'Hi.', voice_id: 'george' },
          { input: 'Ho.', voice_id: 'lisa' },
        ],
      })
    ).text();
    await (await post('/v1/audio/speech', { input: 'Raw.', voice: 'alloy' })).arrayBuffer();
    await post('/v1/audio/speech', { input: 'One two.', voice_id: 'nobody' });

    const added = (await events())
      .map(({ event }) => event.data as { workspace: string })
      .filter(({ workspace }) => workspace === 'other');
    expect(added).toMatchObject([
      { route: 'speech', billable_characters: 8, voice_ids: ['george'], workspace: 'other' },
      { route: 'stream', billable_characters: 6, model: 'simba-3.0' },
      { route: 'stream-with-timestamps', billable_characters: 5 },
      { route: 'dialogue', billable_characters: 6, voice_ids: ['george', 'lisa'] },
      { route: 'stream', billable_characters: 4 },
    ]);
    expect(added).toHaveLength(5);
  });

  it('is what was told, for a stream whose reader went away', async () => {
    const before = (await events()).length;
    const stop = new AbortController();
    const answer = await fetch(`${speech.url}/v1/audio/stream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input: 'A long sentence. '.repeat(1000), voice_id: 'george' }),
      signal: stop.signal,
    });
    await answer.body?.getReader().read();
    stop.abort();

    // Answered after the stream was given up: there is one process for the engine.
    await speech.post('/v1/audio/speech', { input: 'After.', voice_id: 'george' });

    const added = async () => (await events()).slice(before).map(({ event }) => event.data);
    // That the reader has gone is noticed some time later.
    while ((await added()).length < 2) await sleep(50);
    const told = (await added()) as { route: string; billable_characters: number }[];
    expect(told.map(({ route }) => route).toSorted()).toEqual(['speech', 'stream']);
    const stream = told.find(({ route }) => route === 'stream');
    expect(stream?.billable_characters).toBeLessThan(1000);
  });
});
