import { get } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { KEY, OTHER_KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { connect, next, refusal, type LiveClient, type Message } from './live-client.js';

let speech: RunningSpeech;
const clients: LiveClient[] = [];

beforeAll(async () => {
  speech = await startSpeech({ LIVE_RESUME_SECONDS: '2' });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.drop();
});
afterAll(() => speech.close());

const START = { type: 'start', voice_id: 'george', output_format: 'pcm_24000' };

async function open(key = KEY): Promise<LiveClient> {
  const client = await connect(speech.url, { headers: { authorization: `Bearer ${key}` } });
  clients.push(client);
  return client;
}

async function started(more: object = {}): Promise<LiveClient> {
  const client = await open();
  client.send({ ...START, ...more });
  await next(client, 'started');
  return client;
}

const wordsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ speech_marks = [] }) => speech_marks);
const bytesOf = (messages: readonly Message[]) =>
  Buffer.concat(messages.map(({ audio }) => Buffer.from(audio ?? '', 'base64')));

describe('speech of text that is still being written', () => {
  it('says a sentence as soon as it ends, with the place and time of each word', async () => {
    const client = await started();
    client.send({ type: 'text', text: 'Hello there, my ' });
    client.send({ type: 'text', text: 'dear friend. How' });
    await client.until((all) => wordsOf(all).some(({ value }) => value === 'friend'));
    client.send({ type: 'text', text: ' are you?' });
    client.send({ type: 'end' });
    const all = await client.ended();

    const text = 'Hello there, my dear friend. How are you?';
    const words = wordsOf(all);
    expect(words.map(({ start, end }) => text.slice(start, end))).toEqual(
      'Hello there my dear friend How are you'.split(' '),
    );
    const times = words.map(({ start_time: time }) => time);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const done = all.find(({ type }) => type === 'turn_done');
    expect(done).toMatchObject({ turn: 1, billable_characters_count: text.length });
    // 16 bits a sample.
    expect(bytesOf(all).length / 48).toBeCloseTo(done?.audio_duration_ms ?? 0, -1);
    expect(words.at(-1)?.end_time).toBeLessThanOrEqual(done?.audio_duration_ms ?? 0);
    expect(client.closed).toBe(1000);
  });

  it('says whole words when nobody goes on, and the rest of a word when it comes to nothing', async () => {
    const client = await started({ max_wait_ms: 100 });
    client.send({ type: 'text', text: 'one two thr' });

    await client.until((all) => wordsOf(all).some(({ value }) => value === 'thr'));
    expect(wordsOf(client.messages).map(({ value }) => value)).toEqual(['one', 'two', 'thr']);
  });

  it('is the same recording as that of one request', async () => {
    const body = { input: 'It was a dark night.', voice_id: 'george', output_format: 'pcm_24000' };
    const whole = await speech.post('/v1/audio/stream', body);
    const client = await started();
    client.send({ type: 'text', text: body.input });
    client.send({ type: 'end' });

    expect(bytesOf(await client.ended())).toEqual(Buffer.from(await whole.arrayBuffer()));
  });

  it('has turns, each with a recording of its own', async () => {
    const client = await started({ output_format: 'wav_24000' });
    client.send({ type: 'text', text: 'First turn' });
    client.send({ type: 'flush' });
    client.send({ type: 'text', text: 'Second turn' });
    client.send({ type: 'end' });
    const all = await client.ended();

    for (const turn of [1, 2]) {
      const own = all.filter((message) => message.turn === turn);
      expect(bytesOf(own).toString('latin1', 0, 4)).toBe('RIFF');
      expect(wordsOf(own)[0]).toMatchObject({ start: 0 });
      expect(own.at(-1)).toMatchObject({ type: 'turn_done' });
    }
    expect(all.at(-1)).toMatchObject({ type: 'done' });
  });

  it('stops where it is interrupted, and says how far it came', async () => {
    const client = await started();
    client.send({ type: 'text', text: 'word '.repeat(3000) });
    await next(client, 'audio');
    client.send({ type: 'clear' });
    const cleared = await next(client, 'cleared');
    client.send({ type: 'text', text: 'Something else.' });
    client.send({ type: 'end' });
    const all = await client.ended();

    const said = wordsOf(all.filter(({ turn }) => turn === 1));
    expect(cleared).toMatchObject({ turn: 1, said_until: said.at(-1)?.end ?? 0 });
    expect(cleared.said_until).toBeLessThan(15_000);
    const second = all.filter(({ turn }) => turn === 2);
    expect(wordsOf(second).map(({ value }) => value)).toEqual(['Something', 'else']);
    // Nothing of the first turn comes after it was cleared.
    expect(all.indexOf(cleared)).toBeGreaterThan(all.findLastIndex(({ turn }) => turn === 1) - 1);
  });

  it('takes what looks like markup as text', async () => {
    const client = await started();
    client.send({ type: 'text', text: '<speak>No <b>markup.' });
    client.send({ type: 'end' });

    expect(wordsOf(await client.ended()).length).toBeGreaterThan(1);
    expect(client.closed).toBe(1000);
  });

  it('waits for who writes ahead, and loses nothing of it', async () => {
    const client = await started({ output_format: 'ulaw_8000' });
    // Spaces are characters that take no time to say.
    const text = `One of${' '.repeat(148)}many. `.repeat(40);
    // More than the 20,000 characters that may wait.
    for (let part = 0; part < 5; part += 1) client.send({ type: 'text', text });
    client.send({ type: 'end' });
    const all = await client.ended(120_000);

    expect(wordsOf(all).length).toBe(5 * 40 * 3);
    const done = all.find(({ type }) => type === 'turn_done');
    expect(done?.billable_characters_count).toBe(5 * text.length - 1);
  });

  it('counts what was said', async () => {
    const client = await started({ model: 'simba-3.2' });
    client.send({ type: 'text', text: 'Count me.' });
    client.send({ type: 'end' });
    await client.ended();

    const rows = await speech.database.query(
      `SELECT event->'data' AS data FROM outbox WHERE event->'data'->>'model' = 'simba-3.2'`,
    );
    expect(rows).toMatchObject([
      { data: { route: 'live', workspace: 'default', billable_characters: 9 } },
    ]);
  });
});

describe('a connection that broke', () => {
  it('is resumed without a word twice or missing', async () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(40);
    const first = await started();
    const { session } = first.messages[0] ?? {};
    first.send({ type: 'text', text: text.slice(0, 900), sequence: 1 });
    await next(first, 'audio');
    first.drop();
    const heard = first.messages.filter(({ sequence }) => sequence !== undefined);

    const second = await open();
    second.send({ type: 'resume', session, received: heard.at(-1)?.sequence ?? 0 });
    const { received } = await next(second, 'resumed');
    expect(received).toBe(1);
    // Who is not sure sends it again.
    second.send({ type: 'text', text: text.slice(0, 900), sequence: 1 });
    second.send({ type: 'text', text: text.slice(900), sequence: 2 });
    second.send({ type: 'end', sequence: 3 });
    const all = [...heard, ...(await second.ended()).filter(({ type }) => type !== 'resumed')];

    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
    expect(wordsOf(all).map(({ value }) => value)).toEqual(text.match(/\w+/g));
  });

  it('is let go after a while, and is nobody else’s', async () => {
    const client = await started();
    const { session } = client.messages[0] ?? {};
    const stranger = await open(OTHER_KEY);
    stranger.send({ type: 'resume', session, received: 0 });
    expect(await next(stranger, 'error')).toMatchObject({
      error: { code: 'live_session_not_found' },
    });

    client.drop();
    const count = async () =>
      / (\d+)$/m.exec(
        /^speech_live_sessions.*$/m.exec(
          await (await fetch(`${speech.url}/metrics`)).text(),
        )?.[0] ?? '',
      )?.[1];
    const late = performance.now() + 30_000;
    while ((await count()) !== '0' && performance.now() < late) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await count()).toBe('0');
  });

  it.each([[5], [1_000_000]])(
    'cannot be resumed after message %p that never came',
    async (received) => {
      const client = await started();
      const { session } = client.messages[0] ?? {};
      const again = await open();
      again.send({ type: 'resume', session, received });

      expect(await next(again, 'error')).toMatchObject({
        error: { code: 'live_session_forgotten' },
      });
      expect(await again.hungUp()).toBe(1008);
    },
  );
});

describe('what a connection is refused for', () => {
  const headers = { authorization: `Bearer ${KEY}` };

  it.each([
    ['no key', {}, 401, 'unauthorized'],
    ['a wrong key', { headers: { authorization: `Bearer ${KEY}x` } }, 401, 'unauthorized'],
    ['another path', { headers, path: '/v1/audio/other' }, 404, 'not_found'],
  ])('%s', async (_name, options, status, code) => {
    expect(await refusal(speech.url, options)).toEqual({ status, code });
  });

  it('a key without the scope', async () => {
    const body = { label: 'whole recordings', scopes: ['audio:speech'] };
    const made = await speech.request('POST', '/v1/admin/keys', { body });
    const { key } = (await made.json()) as { key: string };

    const options = { headers: { authorization: `Bearer ${key}` } };
    expect(await refusal(speech.url, options)).toEqual({ status: 403, code: 'forbidden' });
  });

  it('more at once than a key may have, and not before one is over', async () => {
    const small = await startSpeech({ CONCURRENT_SYNTHESES: '1' });
    const first = await connect(small.url, { headers });
    expect(await refusal(small.url, { headers })).toEqual({
      status: 429,
      code: 'concurrency_limit_reached',
    });

    first.send(START);
    first.send({ type: 'end' });
    await first.ended();
    const second = await connect(small.url, { headers });
    expect(second.closed).toBeUndefined();
    second.drop();
    await small.close();
  });

  it.each([
    ['no JSON', ['{'], 'message'],
    ['no start', [{ type: 'text', text: 'Hi' }], 'type'],
    ['no voice', [{ type: 'start' }], 'voice_id'],
    ['an unknown member', [{ ...START, volume: 3 }], 'volume'],
    ['an unknown format', [{ ...START, output_format: 'mp3_1' }], 'output_format'],
    ['a text without text', [START, { type: 'text' }], 'text'],
    ['half a character', [START, { type: 'text', text: '\ud800' }], 'text'],
    ['a gap', [START, { type: 'text', text: 'Hi', sequence: 3 }], 'sequence'],
    ['a second start', [START, START], 'voice_id'],
  ])('%s', async (_name, messages, field) => {
    const client = await open();
    for (const message of messages) client.send(message);

    expect((await next(client, 'error')).error).toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) as unknown },
    });
    expect(await client.hungUp()).toBe(1008);
  });

  it.each([
    [{ voice_id: 'nobody' }, 'voice_not_found'],
    [{ model: 'simba-english' }, 'model_not_allowed'],
    [{ lexicons: ['0195f3a0-0000-7000-8000-000000000000'] }, 'lexicon_not_found'],
    [{ language: 'ja' }, 'language_not_supported'],
  ])('%p', async (more, code) => {
    const client = await open();
    client.send({ ...START, ...more });

    expect((await next(client, 'error')).error).toMatchObject({ code });
  });

  it('a frame that is too large', async () => {
    const client = await started();
    client.send({ type: 'text', text: 'a'.repeat(300_000) });

    expect(await client.hungUp()).toBe(1009);
  });

  it('a key that was revoked meanwhile', async () => {
    const body = { label: 'for a while', scopes: ['audio:stream'] };
    const made = await speech.request('POST', '/v1/admin/keys', { body });
    const { key, id } = (await made.json()) as { key: string; id: string };
    const client = await open(key);
    client.send(START);
    client.send({ type: 'text', text: 'Before. ' });
    await next(client, 'audio');
    await speech.request('DELETE', `/v1/admin/keys/${id}`);
    client.send({ type: 'text', text: 'After. ' });

    expect((await next(client, 'error')).error).toMatchObject({ code: 'unauthorized' });
    expect(wordsOf(client.messages).map(({ value }) => value)).toEqual(['Before']);
  });
});

it('lets browsers in by a subprotocol, and answers with none of their secret', async () => {
  const protocols = ['sextant.speech.live', `bearer.${KEY}`];
  const client = await connect(speech.url, { protocols });
  clients.push(client);
  client.send(START);

  expect(await next(client, 'started')).toMatchObject({ voice_id: 'george', resume_seconds: 2 });
  expect(client.socket.protocol).toBe('sextant.speech.live');
});

it('ends who writes nothing for too long', async () => {
  const client = await started({ inactivity_timeout: 5 });

  expect((await next(client, 'error')).error).toMatchObject({ code: 'inactive' });
});

it('answers a request that offers another upgrade as any request', async () => {
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AA' };
  const { port, hostname } = new URL(speech.url);
  const status = await new Promise((resolve, reject) => {
    get({ port, hostname, path: '/health/live', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

  expect(status).toBe(200);
});

/** When the service has noticed that the line is cut. */
async function comesIn(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<LiveClient> {
  for (;;) {
    const client = await connect(url, { headers }).catch(() => undefined);
    if (client !== undefined) return client;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('tells everybody when the process ends, and refuses who are too many, but nobody who comes back', async () => {
  const small = await startSpeech({ LIVE_SESSIONS: '1' });
  try {
    const headers = { authorization: `Bearer ${KEY}` };
    const client = await connect(small.url, { headers });
    client.send(START);
    await next(client, 'started');
    const many = await refusal(small.url, { headers });

    expect(many).toEqual({ status: 503, code: 'live_sessions_full' });
    const { session } = client.messages[0] ?? {};
    client.drop();
    const back = await comesIn(small.url, headers);
    back.send({ type: 'resume', session, received: 0 });
    await next(back, 'resumed');
    expect(await refusal(small.url, { headers: { authorization: `Bearer ${OTHER_KEY}` } })).toEqual(
      { status: 503, code: 'live_sessions_full' },
    );
    const closing = small.close();
    expect(await back.hungUp()).toBe(1001);
    await closing;
  } finally {
    await small.close().catch(() => undefined);
  }
});
