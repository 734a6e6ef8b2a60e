import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, refusal, type LiveClient } from '../live/live-client.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';

interface Output {
  readonly audio?: string | null;
  readonly isFinal?: boolean | null;
  readonly alignment?: Alignment | null;
  readonly error?: string;
  readonly message?: string;
  readonly code?: number;
}

interface Alignment {
  readonly chars: readonly string[];
  readonly charStartTimesMs: readonly number[];
  readonly charDurationsMs: readonly number[];
}

const headers = { 'xi-api-key': KEY };
const VOICE = '/v1/text-to-speech/george/stream-input';

let speech: RunningSpeech;
const clients: LiveClient<Output>[] = [];
beforeAll(async () => (speech = await startSpeech()));
afterEach(() => {
  for (const client of clients.splice(0)) client.drop();
});
afterAll(() => speech.close());

async function open(query = 'output_format=pcm_24000', options: object = { headers }) {
  const client = await connect<Output>(speech.url, { path: `${VOICE}?${query}`, ...options });
  clients.push(client);
  return client;
}

const bytesOf = (messages: readonly Output[]) =>
  Buffer.concat(messages.map(({ audio }) => Buffer.from(audio ?? '', 'base64')));
const alignmentsOf = (messages: readonly Output[]) =>
  messages.flatMap(({ alignment }) => (alignment ? [alignment] : []));

/** As ElevenLabs' clients write: a blank to begin with, nothing to end with. */
function write(client: LiveClient<Output>, ...texts: readonly string[]): void {
  client.send({
    text: ' ',
    voice_settings: { speed: 1 },
    generation_config: { chunk_length_schedule: [50] },
  });
  for (const text of texts) client.send({ text, try_trigger_generation: true });
  client.send({ text: '' });
}

describe("ElevenLabs' stream-input", () => {
  it('gives sound while text is written, and says when it is over', async () => {
    const client = await open();
    client.send({ text: ' ' });
    client.send({ text: 'Hello there. ' });
    await client.until((all) => bytesOf(all).length > 10_000);
    client.send({ text: 'And more' });
    client.send({ text: '' });
    const all = await client.ended();

    expect(alignmentsOf(all).map(({ chars }) => chars.join('').trim())).toEqual([
      'Hello there.',
      'And more',
    ]);
    expect(all.at(-1)).toMatchObject({ isFinal: true, audio: null });
    expect(client.closed).toBe(1000);
  });

  it('tells the time of each character with the sound it is in, when they are to be together', async () => {
    const client = await open('output_format=pcm_24000&sync_alignment=true');
    write(client, 'One sentence here. ', 'Another one.');
    const all = (await client.ended()).filter(({ isFinal }) => isFinal !== true);

    expect(all.length).toBeGreaterThanOrEqual(2);
    for (const message of all) {
      const { charStartTimesMs: starts = [], charDurationsMs: durations = [] } =
        message.alignment ?? {};
      const lastMs = (starts.at(-1) ?? 0) + (durations.at(-1) ?? 0);
      expect(starts[0]).toBe(0);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      expect(lastMs).toBeGreaterThan(300);
      expect(lastMs).toBeLessThanOrEqual(bytesOf([message]).length / 48 + 1);
    }
  });

  it('says what is there when it is flushed, and goes on', async () => {
    const client = await open();
    client.send({ text: ' ' });
    client.send({ text: 'No end of a sentence', flush: true });

    await client.until((all) => alignmentsOf(all).length === 1);
    client.send({ text: 'More. ' });
    await client.until((all) => alignmentsOf(all).length === 2);
  });

  it('takes the key in the first message, and not in the address', async () => {
    const client = await open('', {});
    client.send({ text: ' ', xi_api_key: KEY });
    client.send({ text: 'Hi.' });
    client.send({ text: '' });
    expect(bytesOf(await client.ended()).length).toBeGreaterThan(1000);

    const none = await open(`authorization=Bearer%20${KEY}`, {});
    none.send({ text: ' ' });
    expect((await none.ended())[0]).toMatchObject({ error: 'invalid_api_key', code: 1008 });
    expect(none.closed).toBe(1008);
  });

  it.each([
    ['a key that is none', { headers: { 'xi-api-key': 'x' } }, 401, 'unauthorized'],
    [
      'WAV, whose head would be heard in the middle',
      { headers, path: `${VOICE}?output_format=wav_24000` },
      400,
      'validation_failed',
    ],
    [
      'a time that is none',
      { headers, path: `${VOICE}?inactivity_timeout=181` },
      400,
      'validation_failed',
    ],
  ])('refuses %s', async (_name, options, status, code) => {
    expect(await refusal(speech.url, { path: VOICE, ...options })).toEqual({ status, code });
  });

  it.each([
    ['a text that is none', [{ text: 3 }], 'validation_failed'],
    ['a pace beyond bounds', [{ text: ' ', voice_settings: { speed: 9 } }], 'validation_failed'],
    [
      'a dictionary that is not there',
      [{ text: ' ', pronunciation_dictionary_locators: [{ pronunciation_dictionary_id: 'x' }] }],
      'lexicon_not_found',
    ],
  ])('refuses %s', async (_name, messages, error) => {
    const client = await open();
    for (const message of messages) client.send(message);

    expect((await client.ended())[0]).toMatchObject({ error, code: 1008 });
  });

  it('ends who writes nothing for too long', async () => {
    const client = await open('inactivity_timeout=1');
    client.send({ text: ' ' });

    expect((await client.ended()).at(-1)).toMatchObject({ error: 'input_timeout_exceeded' });
  });
});
