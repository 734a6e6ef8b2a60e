import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, next, type LiveClient } from '../live/live-client.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';

const LONG = 'many words that are said instead of one letter '.repeat(4).trim();
const VOICE = { voice_id: 'george' };

let speech: RunningSpeech;
let lexicon: string;
beforeAll(async () => {
  speech = await startSpeech();
  const rules = [
    { string_to_replace: 'x', type: 'alias', alias: LONG },
    { string_to_replace: 'New York', type: 'alias', alias: 'the Big Apple' },
    { string_to_replace: 'World Health Organization', type: 'alias', alias: 'W H O' },
    { string_to_replace: 'q', type: 'phoneme', phoneme: 'təˈmeɪtoʊ'.repeat(10), alphabet: 'ipa' },
  ];
  const made = await speech.post('/v1/audio/lexicons', { name: 'long', language: 'en', rules });
  expect(made.status).toBe(200);
  lexicon = ((await made.json()) as { id: string }).id;
});
afterAll(() => speech.close());

async function billed(body: object): Promise<number> {
  const answer = await speech.post('/v1/audio/speech', { ...VOICE, ...body });
  const { billable_characters_count } = (await answer.json()) as {
    billable_characters_count: number;
  };
  return billable_characters_count;
}

const usedSoFar = async (): Promise<number> => {
  const answer = await speech.request('GET', '/v1/audio/usage');
  return ((await answer.json()) as { total: { characters: number } }).total.characters;
};

async function started(): Promise<LiveClient> {
  const client = await connect(speech.url, { headers: { authorization: `Bearer ${KEY}` } });
  client.send({ type: 'start', ...VOICE, output_format: 'wav_24000', lexicons: [lexicon] });
  return client;
}

describe('what is billed', () => {
  it('is of a stream whose listener hangs up what was said until then', async () => {
    const input = 'A sentence that is said. '.repeat(200).trim();
    const before = await usedSoFar();
    const call = new AbortController();
    const body = { ...VOICE, input, output_format: 'pcm_8000' };
    const answer = await speech.request('POST', '/v1/audio/stream', { body, signal: call.signal });
    const parts = (answer.body ?? []) as AsyncIterable<Uint8Array>;
    let bytes = 0;
    for await (const part of parts) {
      bytes += part.length;
      if (bytes > 200_000) break;
    }

    call.abort();

    let used = 0;
    while (used === 0) used = (await usedSoFar()) - before;
    expect(used).toBeGreaterThan(50);
    expect(used).toBeLessThan(input.length);
  });

  it('is of a dialogue whose listener hangs up what was said until then', async () => {
    const turns = Array.from({ length: 60 }, (_, at) => ({
      input: 'A sentence that is said. '.repeat(3).trim(),
      voice_id: at % 2 === 0 ? 'george' : 'henry',
    }));
    const all = turns.reduce((sum, { input }) => sum + input.length, 0);
    const before = await usedSoFar();
    const call = new AbortController();
    const answer = await speech.request('POST', '/v1/audio/dialogue', {
      body: { turns, output_format: 'pcm_24000' },
      headers: { accept: 'audio/pcm' },
      signal: call.signal,
    });
    expect(answer.status).toBe(200);
    let bytes = 0;
    for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      if (bytes > 500_000) break;
    }

    call.abort();

    let used = 0;
    while (used === 0) used = (await usedSoFar()) - before;
    expect(used).toBeGreaterThan(75);
    expect(used).toBeLessThan(all);
  });

  it.each([
    ['text', 'Hello there.', 12],
    ['what numbers are read as is not more', '$5', 2],
    ['an alias', `<speak>a <sub alias="${LONG}">b</sub></speak>`, 2 + LONG.length],
    [
      'an alias of less than the white space around',
      '<speak><sub alias="bcd">   a   </sub></speak>',
      7,
    ],
    [
      'an alias that is shorter',
      '<speak><sub alias="W H O">World Health Organization</sub></speak>',
      25,
    ],
    [
      'sounds',
      `<speak><phoneme alphabet="ipa" ph="${'təˈmeɪtoʊ'.repeat(10)}">q</phoneme></speak>`,
      80,
    ],
    [
      'sounds without signs of stress',
      '<speak><phoneme alphabet="ipa" ph="ˈkæt">cat</phoneme></speak>',
      3,
    ],
  ])('of %s is what is said', async (_what, input, count) => {
    expect(await billed({ input })).toBe(count);
  });

  it.each([
    ['longer than its word', 'a x', 2 + LONG.length],
    ['longer than its words', 'New York', 13],
    ['shorter than its words', 'World Health Organization', 25],
    ['of sounds', 'q', 80],
  ])('of an entry of a lexicon %s is what is said', async (_what, input, count) => {
    expect(await billed({ input, lexicons: [lexicon] })).toBe(count);
  });

  it('is the same in streams, dialogues, live turns and the usage', async () => {
    const before = await usedSoFar();
    const each = 2 + LONG.length;
    const body = { ...VOICE, input: 'a x', lexicons: [lexicon] };

    const events = await (await speech.post('/v1/audio/stream/with-timestamps', body)).text();
    const dialogue = await speech.post('/v1/audio/dialogue', {
      turns: [{ ...VOICE, input: 'a x' }],
      lexicons: [lexicon],
    });
    const said = (await dialogue.json()) as { billable_characters_count: number };
    const client = await started();
    client.send({ type: 'text', text: 'a x' });
    client.send({ type: 'end' });
    await client.ended();

    expect(events).toContain(`"billable_characters_count":${each}`);
    expect(said.billable_characters_count).toBe(each);
    expect(await usedSoFar()).toBe(before + 3 * each);
  });

  it('of a live turn that is cleared before its end is what was told', async () => {
    const before = await usedSoFar();
    const client = await started();
    client.send({ type: 'text', text: 'word '.repeat(3000) });
    await client.until((all) => all.some(({ speech_marks = [] }) => speech_marks.length > 0));

    client.send({ type: 'clear' });
    const { said_until = 0 } = await next(client, 'cleared');
    client.send({ type: 'end' });
    await client.ended();

    expect(said_until).toBeGreaterThan(0);
    expect(await usedSoFar()).toBe(before + said_until);
  });
});
