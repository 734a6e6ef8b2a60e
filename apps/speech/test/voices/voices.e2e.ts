import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Speakers, wav } from '../flite-recordings.js';
import { OTHER_KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { errorOf, postVoice, type VoiceAnswer } from '../voices.js';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface List {
  readonly voices: readonly VoiceAnswer[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

let speech: RunningSpeech;
let speakers: Speakers;
let blobs: string;
let own: VoiceAnswer;

beforeAll(async () => {
  blobs = mkdtempSync(join(tmpdir(), 'sextant-blobs-'));
  speakers = new Speakers();
  speech = await startSpeech({
    BLOB_DIR: blobs,
    CONSENT_CHALLENGES_PER_HOUR: '8',
    SPEECH_ALLOW_DEPRECATED_CONSENT: 'true',
  });
  const created = await postVoice(speech, {
    name: 'Ada',
    sample: wav(await speakers.sample('kal16')),
    consent: JSON.stringify({ fullName: 'Ada Lovelace', email: 'ada@example.com' }),
  });
  own = (await created.json()) as VoiceAnswer;
});
afterAll(async () => {
  await speech.close();
  await speakers.close();
  rmSync(blobs, { recursive: true });
});

const list = async (query = '', key?: string): Promise<List> => {
  const answer = await speech.request(
    'GET',
    `/v1/voices${query}`,
    key === undefined ? {} : { key },
  );
  expect(answer.status).toBe(200);
  return (await answer.json()) as List;
};

describe('GET /v1/voices', () => {
  it('answers all in one page without a limit: shared ones, then the clones of the workspace', async () => {
    const { voices, next_cursor, has_more } = await list();

    expect(voices.length).toBeGreaterThan(200);
    expect(voices.at(-1)).toEqual(own);
    expect({ next_cursor, has_more }).toEqual({ next_cursor: null, has_more: false });
  });

  it('tells what each shared voice may be used for, and nothing of clones', async () => {
    const { voices } = await list();
    const licenceOf = (wanted: string) => voices.find(({ id }) => id === wanted)?.licence;

    expect(licenceOf('de-male')).toEqual({ name: 'GPL-3.0-or-later', commercial_use: 'allowed' });
    expect(licenceOf('henry')).toEqual({ name: 'BSD-4-Clause', commercial_use: 'allowed' });
    expect(licenceOf(own.id)).toBeUndefined();
  });

  it('leaves out the clones of other workspaces', async () => {
    expect((await list('', OTHER_KEY)).voices.map(({ id }) => id)).not.toContain(own.id);
  });

  it('gives each voice once over all pages', async () => {
    const ids: string[] = [];
    let page = await list('?limit=100');
    for (;;) {
      ids.push(...page.voices.map(({ id }) => id));
      expect(page.has_more).toBe(page.next_cursor !== null);
      if (page.next_cursor === null) break;
      page = await list(`?limit=100&cursor=${page.next_cursor}`);
    }

    expect(ids).toEqual((await list()).voices.map(({ id }) => id));
  });

  it.each([
    ['type=personal', (voice: VoiceAnswer) => voice.type === 'personal'],
    ['type=shared', (voice: VoiceAnswer) => voice.type === 'shared'],
    ['locale=EN', (voice: VoiceAnswer) => voice.locale.toLowerCase().startsWith('en')],
    ['locale=de', (voice: VoiceAnswer) => voice.locale.startsWith('de')],
    ['gender=female', (voice: VoiceAnswer) => voice.gender === 'female'],
    ['model=simba-english', (voice: VoiceAnswer) => voice.locale.startsWith('en')],
  ])('filters by %s, before it cuts pages', async (query, fits) => {
    const expected = (await list()).voices.filter(fits);

    const filtered = await list(`?${query}`);
    const page = await list(`?${query}&limit=1`);

    expect(expected.length).toBeGreaterThan(0);
    expect(filtered.voices).toEqual(expected);
    expect(page.voices).toEqual(expected.slice(0, 1));
    expect(page.has_more).toBe(expected.length > 1);
  });

  it.each([
    ['limit=0', 'invalid_limit'],
    ['limit=201', 'invalid_limit'],
    ['limit=x', 'invalid_limit'],
    ['cursor=abc', 'invalid_cursor'],
    ['type=mine', 'validation_failed'],
    ['gender=cat', 'validation_failed'],
    ['model=none', 'validation_failed'],
    ['colour=red', 'validation_failed'],
  ])('refuses %s', async (query, code) => {
    const error = await errorOf(await speech.request('GET', `/v1/voices?${query}`));

    expect(error).toMatchObject({ status: 400, code });
  });

  it('refuses a cursor of another workspace', async () => {
    const { next_cursor } = await list('?limit=1', OTHER_KEY);
    const answer = await speech.request('GET', `/v1/voices?limit=1&cursor=${next_cursor ?? ''}`);

    expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'invalid_cursor' });
  });

  it.each([
    ['@speechify/api', { 'X-Fern-SDK-Name': '@speechify/api' }],
    ['@speechify/api-sdk', { 'X-Speechify-SDK': 'nodejs' }],
  ])(
    'answers a bare array to %s, and the envelope when it names a version',
    async (_sdk, headers) => {
      const bare = await speech.request('GET', '/v1/voices', { headers });
      const pinned = await speech.request('GET', '/v1/voices', {
        headers: { ...headers, 'Service-Version': '2026-09-13' },
      });

      expect(Array.isArray(await bare.json())).toBe(true);
      expect(await pinned.json()).toMatchObject({ has_more: false });
    },
  );

  it('refuses a version that is no date', async () => {
    const answer = await speech.request('GET', '/v1/voices', {
      headers: { 'Service-Version': 'latest', 'X-Speechify-SDK': 'nodejs' },
    });

    expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'validation_failed' });
  });
});

describe('one voice', () => {
  it('is told with its models', async () => {
    const answer = await speech.request('GET', '/v1/voices/george');
    const preview = `${speech.url}/v1/voices/george/preview`;

    expect(await answer.json()).toMatchObject({
      id: 'george',
      type: 'shared',
      display_name: 'George',
      avatar_image: null,
      preview_audio: preview,
      models: expect.arrayContaining([
        { name: 'simba-3.0', languages: [{ locale: 'en-US', preview_audio: preview }] },
      ]),
    });
  });

  it('answers the same 404 for another workspace and for an unknown voice, on all routes', async () => {
    const routes = [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/sample'],
      ['DELETE', '/consent'],
    ] as const;
    for (const [method, rest] of routes) {
      const path = (id: string) => `/v1/voices/${id}${rest}`;
      const foreign = await speech.request(method, path(own.id), { key: OTHER_KEY });
      const unknown = await speech.request(method, path(own.id.replace(/^./, 'f')), {
        key: OTHER_KEY,
      });
      const odd = await speech.request(method, path('nobody'), { key: OTHER_KEY });

      const errors = await Promise.all([foreign, unknown, odd].map(errorOf));
      for (const error of errors) {
        expect(error).toEqual({ ...errors[0], request_id: expect.any(String) });
        expect(error).toMatchObject({ status: 404, code: 'voice_not_found' });
      }
    }
  });

  it('cannot be deleted when it is shared, and has no sample then', async () => {
    const deleted = await speech.request('DELETE', '/v1/voices/george');
    const sample = await speech.request('GET', '/v1/voices/george/sample');

    expect(await errorOf(deleted)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await errorOf(sample)).toMatchObject({ status: 404, code: 'voice_sample_not_found' });
  });

  it('is spoken with by its own workspace only', async () => {
    const body = { input: 'Hello.', voice_id: own.id };

    const foreign = await speech.request('POST', '/v1/audio/speech', { body, key: OTHER_KEY });

    expect(await errorOf(foreign)).toMatchObject({ status: 404, code: 'voice_not_found' });
  });
});

describe('names', () => {
  const left = async () => ({
    files: readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    ).length,
    rows: await speech.database.query(
      `SELECT (SELECT count(*) FROM cloned_voice) AS voices,
              (SELECT count(*) FROM consent_challenge) AS challenges,
              (SELECT count(*) FROM blob_garbage) AS garbage`,
    ),
  });
  const form = async (fullName: string, name = 'Ada') => ({
    name,
    sample: wav(await speakers.sample('kal16')),
    consent: JSON.stringify({ fullName, email: 'ada@example.com' }),
  });

  it.each([
    ['U+0000', 'Ada\0'],
    ['a newline', 'Ada\nLovelace'],
    ['another control character', 'Ada\u001b[2J'],
    ['nothing but spaces', '   '],
    ['nothing to be seen', '\u200b\u200b'],
    ['a bidirectional override', 'Ada\u202eecalevoL'],
    ['a line separator', 'Ada\u2028Lovelace'],
  ])('with %s are refused, and nothing is kept', async (_what, name) => {
    const before = await left();

    const answers = [
      await speech.post('/v1/voices/consent-challenges', { full_name: name }),
      await postVoice(speech, await form('Ada Lovelace', name)),
      await postVoice(speech, await form(name)),
    ];

    for (const answer of answers) {
      expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'validation_failed' });
    }
    expect(await left()).toEqual(before);
  });

  it.each(['Zoë O’Connor-Müller', '山田 太郎', 'محمد', 'R2-D2 🤖'])(
    'of all scripts are accepted: %s',
    async (name) => {
      const answer = await postVoice(speech, await form(name, name));

      const voice = (await answer.json()) as VoiceAnswer;
      expect(voice).toMatchObject({ display_name: name });
      await speech.request('DELETE', `/v1/voices/${voice.id}`);
    },
  );

  it.each([
    ['zz-ZZ', 400],
    ['pt-AO', 200],
    ['en_US', 200],
  ])('may be of a voice that speaks %s: %d', async (locale, status) => {
    const answer = await postVoice(speech, { ...(await form('Ada Lovelace')), locale });

    expect(answer.status).toBe(status);
    if (status === 200) {
      const { id } = (await answer.json()) as VoiceAnswer;
      await speech.request('DELETE', `/v1/voices/${id}`);
    } else {
      const { message } = await errorOf(answer);
      expect(message).toMatch(/^locale must be one of .*\bpt-BR\b/);
    }
  });

  it('whose voice the database refuses leave no file behind', async () => {
    const before = await left();
    await speech.database.query(
      `ALTER TABLE cloned_voice ADD CONSTRAINT refuse CHECK (voice->>'displayName' <> 'Refused')`,
    );

    const answer = await postVoice(speech, await form('Ada Lovelace', 'Refused'));

    expect(answer.status).toBe(500);
    expect(await left()).toEqual(before);
  });
});

describe('POST /v1/voices/consent-challenges', () => {
  const create = (headers: Record<string, string> = {}, body: object = { full_name: 'Ada' }) =>
    speech.post('/v1/voices/consent-challenges', body, headers);

  it('refuses a request without a name', async () => {
    expect(await errorOf(await create({}, {}))).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
  });

  it('gives the same challenge for the same key, and 409 for another body', async () => {
    const headers = { 'Idempotency-Key': 'a', key: OTHER_KEY };
    const first = await create(headers);
    const again = await create(headers);
    const other = await create(headers, { full_name: 'Grace' });

    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.json()).toEqual(await first.json());
    expect(await errorOf(other)).toMatchObject({ status: 409, code: 'idempotency_conflict' });
  });

  it('counts per workspace, tells what is left, and when to come again', async () => {
    let answer = await create();
    while (answer.status === 200) answer = await create();

    expect(await errorOf(answer)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(answer.headers.get('ratelimit-limit')).toBe('8');
    expect(answer.headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000);
    const other = await speech.request('POST', '/v1/voices/consent-challenges', {
      body: { full_name: 'Ada' },
      key: OTHER_KEY,
    });
    expect(other.status).toBe(200);
    expect(await other.json()).toMatchObject({
      phrase: expect.stringMatching(/^I consent .*: (\w+, ){7}\w+\.$/),
      full_name: 'Ada',
      expires_at: expect.any(String),
    });
  });
});
