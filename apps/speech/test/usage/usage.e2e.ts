import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { followBook, postBook, type BookAnswer } from '../books/books.js';
import { connect } from '../live/live-client.js';
import { UsageRecorder } from '../../src/usage/usage.js';
import { KEY, OTHER_KEY, startSpeech, type RunningSpeech } from '../running-speech.js';

interface UsageAnswer {
  readonly start_date: string;
  readonly end_date: string;
  readonly total: Amount;
  readonly days: readonly (Amount & { readonly date: string; readonly route: string })[];
}

interface Amount {
  readonly syntheses: number;
  readonly characters: number;
  readonly audio_duration_ms: number;
}

let speech: RunningSpeech;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-usage-'));
  speech = await startSpeech({ BLOB_DIR: folder });
});
afterAll(async () => {
  await speech.close();
  rmSync(folder, { recursive: true });
});

const ask = (query = '', key = KEY) => speech.request('GET', `/v1/audio/usage${query}`, { key });
const usageOf = async (query = '', key = KEY): Promise<UsageAnswer> => {
  const answer = await ask(query, key);
  expect(answer.status).toBe(200);
  return (await answer.json()) as UsageAnswer;
};

const TEXT = { input: 'Hello there.', voice_id: 'george' };
const today = (): string => new Date().toISOString().slice(0, 10);

describe('usage', () => {
  it('is added up by days and routes, of one workspace', async () => {
    const from = today();
    await (await speech.post('/v1/audio/speech', TEXT)).json();
    await (await speech.post('/v1/audio/speech', TEXT)).json();
    await (await speech.post('/v1/audio/stream', TEXT)).arrayBuffer();
    const created = await postBook(speech.url, KEY, ['a.txt', 'A book.']);
    const { id, characters } = (await created.json()) as BookAnswer;
    await followBook(speech.request, id);
    const client = await connect(speech.url, { headers: { authorization: `Bearer ${KEY}` } });
    client.send({ type: 'start', voice_id: 'george', output_format: 'wav_24000' });
    client.send({ type: 'text', text: 'Hello there.' });
    client.send({ type: 'end' });
    await client.ended();

    const { days, total } = await usageOf();

    // Midnight may come in between.
    for (const { date } of days) expect([from, today()]).toContain(date);
    const ofRoute = (name: string) => {
      const found = days.filter(({ route }) => route === name);
      return [
        found.reduce((sum, { syntheses }) => sum + syntheses, 0),
        found.reduce((sum, day) => sum + day.characters, 0),
      ];
    };
    expect(ofRoute('speech')).toEqual([2, 24]);
    expect(ofRoute('stream')).toEqual([1, 12]);
    expect(ofRoute('live')).toEqual([1, 12]);
    expect(ofRoute('book')).toEqual([1, characters]);
    expect(total).toMatchObject({ syntheses: 5, characters: 48 + characters });
    expect(total.audio_duration_ms).toBeGreaterThan(2000);
    expect(await usageOf('', OTHER_KEY)).toMatchObject({ total: { syntheses: 0 }, days: [] });
  });

  it('of a session that goes on is counted once, however often it is told of', async () => {
    const recorder = speech.app.get(UsageRecorder);
    const session = randomUUID();
    const soFar = (durationMs: number): Promise<void> =>
      recorder.recordSoFar(session, {
        ...{ workspace: 'listens', route: 'live-transcription', model: 'any', voiceIds: [] },
        ...{ billableCharacters: 0, durationMs },
      });

    for (const durationMs of [1000, 1000, 2500, 2500, 1000]) await soFar(durationMs);

    const rows = await speech.database.query(
      `SELECT syntheses::int AS count, duration_ms AS ms FROM usage_day WHERE workspace = 'listens'`,
    );
    expect(rows).toEqual([{ count: 1, ms: 2500 }]);
    const events = await speech.database.query(
      `SELECT event->'data'->>'audio_duration_ms' AS ms FROM outbox WHERE event->>'subject' = 'listens'`,
    );
    expect(events.map(({ ms }) => Number(ms)).toSorted()).toEqual([1000, 1500]);
  });

  it('is told for the last thirty days, or for those that are named', async () => {
    await speech.database.query(
      `INSERT INTO usage_day VALUES ('default', '2026-01-31', 'speech', 1, 100, 5000),
         ('default', '2026-02-01', 'speech', 2, 200, 9000)`,
    );

    const { start_date, end_date } = await usageOf();
    expect((Date.parse(end_date) - Date.parse(start_date)) / 86_400_000).toBe(29);
    expect(await usageOf('?start_date=2026-02-01&end_date=2026-02-28')).toEqual({
      ...{ start_date: '2026-02-01', end_date: '2026-02-28' },
      total: { syntheses: 2, characters: 200, audio_duration_ms: 9000 },
      days: [
        {
          ...{ date: '2026-02-01', route: 'speech' },
          ...{ syntheses: 2, characters: 200, audio_duration_ms: 9000 },
        },
      ],
    });
    expect((await usageOf('?end_date=2026-02-01')).total.characters).toBe(300);
  });

  it.each([
    ['a day that is none', '?start_date=2026-02-30'],
    ['a time', '?start_date=2026-02-01T00:00:00Z'],
    ['days that go back', '?start_date=2026-02-02&end_date=2026-02-01'],
    ['more than a year', '?start_date=2025-01-01&end_date=2026-02-01'],
  ])('is refused for %s', async (_what, query) => {
    const answer = await ask(query);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'validation_failed' } });
  });

  it('is for those who may have texts spoken', async () => {
    const body = { label: 'reads', scopes: ['voices:read'] };
    const made = await speech.request('POST', '/v1/admin/keys', { body });
    const { key } = (await made.json()) as { key: string };

    expect((await ask('', key)).status).toBe(403);
    expect((await ask('', 'sk_nobody')).status).toBe(401);
  });
});
