import { connect as connectNet } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { connect, refusal, type LiveClient } from '../live/live-client.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { RATE, toneRecogniser, tonesOf, wordsOf } from '../tones.js';

interface Heard {
  readonly type: string;
  readonly sequence?: number;
  readonly session?: string;
  readonly utterance?: number;
  readonly text?: string;
  readonly start_time?: number;
  readonly end_time?: number;
  readonly words?: readonly { value: string; start_time: number; end_time: number }[];
  readonly received_samples?: number;
  readonly audio_duration_ms?: number;
  readonly error?: { readonly code: string };
}

const PATH = '/v1/audio/transcriptions/live';
const headers = { authorization: `Bearer ${KEY}` };

let recogniser: ReturnType<typeof toneRecogniser>;
let speech: RunningSpeech;
beforeAll(async () => {
  recogniser = toneRecogniser();
  speech = await startSpeech({ RECOGNISER_DIR: recogniser.folder });
});
afterAll(async () => {
  await speech.close();
  recogniser.remove();
});

const listen = (): Promise<LiveClient<Heard>> =>
  connect<Heard>(speech.url, { path: PATH, headers });
const bytesOf = (pcm: Int16Array): Buffer =>
  Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
const silence = (seconds: number): Int16Array => new Int16Array(seconds * RATE);

/** A tenth of a second in each frame, as a microphone sends it. */
function say(client: LiveClient<Heard>, pcm: Int16Array): void {
  for (let at = 0; at < pcm.length; at += RATE / 10) {
    client.socket.send(bytesOf(pcm.subarray(at, at + RATE / 10)));
  }
}
const ofType = (client: LiveClient<Heard>, type: string): Heard[] =>
  client.messages.filter((message) => message.type === type);

describe('live transcription', () => {
  it('tells what is being said, and what was, with times from the beginning', async () => {
    const client = await listen();
    client.send({ type: 'start', language: 'en' });
    say(client, tonesOf([0, 1, 2]));
    await client.until(() => ofType(client, 'interim').length > 0);
    say(client, silence(1));
    say(client, tonesOf([3]));
    client.send({ type: 'end' });
    const all = await client.ended();

    const finals = all.filter(({ type }) => type === 'final');
    expect(finals.map(({ text }) => text).join(' ')).toBe(wordsOf([0, 1, 2, 3]));
    const words = finals.flatMap((final) => final.words ?? []);
    expect(words.map(({ value }) => value)).toEqual(['one', 'two', 'three', 'four']);
    expect(Math.abs((words.at(-1)?.start_time ?? 0) - 4450)).toBeLessThan(400);
    const numbered = all.flatMap(({ sequence = [] }) => sequence);
    expect(numbered).toEqual(numbered.map((_, index) => index + 1));
    expect(all.at(-1)).toMatchObject({ type: 'done', audio_duration_ms: 5000 });
    expect(client.closed).toBe(1000);
  });

  it('takes sound in Base64 and at other rates, and ends an utterance when it is told to', async () => {
    const client = await listen();
    client.send({ type: 'start', sample_rate: 48_000, interim_results: false });
    const pcm = tonesOf([1, 2]);
    const at48 = Int16Array.from({ length: pcm.length * 3 }, (_, n) => pcm[Math.floor(n / 3)] ?? 0);
    for (let at = 0; at < at48.length; at += 4800) {
      const audio = bytesOf(at48.subarray(at, at + 4800)).toString('base64');
      client.send({ type: 'audio', audio });
    }
    client.send({ type: 'commit' });
    await client.until(() => ofType(client, 'final').length > 0);

    expect(ofType(client, 'final')[0]).toMatchObject({ text: 'two three', utterance: 1 });
    expect(ofType(client, 'interim')).toEqual([]);
    client.drop();
  });

  it('goes on over another connection: nothing is lost, and nothing told twice', async () => {
    const whole = new Int16Array(4 * RATE);
    whole.set(tonesOf([0, 1]));
    whole.set(tonesOf([2]), 3 * RATE);
    const first = await listen();
    first.send({ type: 'start', interim_results: false });
    say(first, whole.subarray(0, 3 * RATE));
    await first.until(() => ofType(first, 'final').length > 0);
    const session = ofType(first, 'started')[0]?.session;
    const received = first.messages.findLast(({ sequence }) => sequence !== undefined)?.sequence;
    first.drop();

    const second = await listen();
    second.send({ type: 'resume', session, received });
    await second.until(() => ofType(second, 'resumed').length > 0);
    const taken = ofType(second, 'resumed')[0]?.received_samples ?? 0;
    say(second, whole.subarray(taken));
    second.send({ type: 'end' });
    const all = await second.ended();

    expect(taken).toBeGreaterThan(2 * RATE);
    expect(all.flatMap(({ type, text }) => (type === 'final' ? [text] : []))).toEqual(['three']);
    expect(all.at(-1)).toMatchObject({ type: 'done', audio_duration_ms: 4000 });
  });

  it('of silence tells nothing but the end', async () => {
    const client = await listen();
    client.send({ type: 'start' });
    say(client, silence(3));
    client.send({ type: 'end' });

    expect((await client.ended()).map(({ type }) => type)).toEqual(['started', 'done']);
  });

  it.each([
    [
      'sound before it has begun',
      (client: LiveClient<Heard>) => client.socket.send(Buffer.alloc(2)),
    ],
    ['an unknown message', (client: LiveClient<Heard>) => client.send({ type: 'sing' })],
    [
      'a rate that there is not',
      (client: LiveClient<Heard>) => client.send({ type: 'start', sample_rate: 1 }),
    ],
    [
      'a rate whose filter everybody would wait for',
      (client: LiveClient<Heard>) => client.send({ type: 'start', sample_rate: 47_999 }),
    ],
  ])('refuses %s', async (_what, send) => {
    const client = await listen();
    send(client);

    expect(await client.hungUp()).toBe(1008);
    expect(client.messages.at(-1)?.error?.code).toBe('validation_failed');
  });

  it('is refused without a key', async () => {
    expect(await refusal(speech.url, { path: PATH })).toEqual({
      status: 401,
      code: 'unauthorized',
    });
  });

  it('is counted', async () => {
    const answer = await speech.request('GET', '/v1/audio/usage');
    const { days } = (await answer.json()) as { days: { route: string }[] };

    expect(days.map(({ route }) => route)).toContain('live-transcription');
  });
});

describe("OpenAI's realtime transcription, with its own client", () => {
  interface RealtimeEvent {
    readonly type: string;
    readonly transcript?: string;
    readonly item_id?: string;
    readonly delta?: string;
    readonly error?: { readonly message?: string };
  }

  /** Everything that came, and what is sent. */
  async function realtime(input: object) {
    const client = new OpenAI({ apiKey: KEY, baseURL: `${speech.url}/v1` });
    const { port } = new URL(speech.url);
    const socket = new OpenAIRealtimeWS(
      {
        intent: 'transcription',
        // The SDK knows only TLS, which a test server does not speak.
        options: { createConnection: () => connectNet(Number(port), '127.0.0.1') },
      },
      client,
    );
    const events: RealtimeEvent[] = [];
    let change = Promise.withResolvers<undefined>();
    socket.on('event', (event) => {
      events.push(event);
      change.resolve(undefined);
      change = Promise.withResolvers<undefined>();
    });
    socket.on('error', () => undefined);
    const until = async (type: string): Promise<RealtimeEvent> => {
      for (;;) {
        const found = events.find((event) => event.type === type);
        if (found !== undefined) return found;
        await change.promise;
      }
    };
    await until('session.created');
    socket.send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
    return { socket, events, until };
  }

  const append = (socket: OpenAIRealtimeWS, pcm: Int16Array): void => {
    for (let at = 0; at < pcm.length; at += RATE / 10) {
      const audio = bytesOf(pcm.subarray(at, at + RATE / 10)).toString('base64');
      socket.send({ type: 'input_audio_buffer.append', audio });
    }
  };
  const format = { type: 'audio/pcm', rate: RATE };

  it('tells what was said between pauses', async () => {
    const { socket, events, until } = await realtime({
      format,
      transcription: { model: 'whisper-1', language: 'en' },
    });
    await until('session.updated');
    append(socket, tonesOf([3, 0]));
    append(socket, silence(1));
    const completed = await until('conversation.item.input_audio_transcription.completed');
    socket.close();

    expect(completed.transcript).toBe('four one');
    expect(events.map(({ type }) => type)).toEqual([
      'session.created',
      'session.updated',
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'conversation.item.input_audio_transcription.delta',
      'conversation.item.input_audio_transcription.completed',
    ]);
  });

  it('goes on after an event whose type is none, and after a rate that nobody sends', async () => {
    const client = await connect<{ type: string; error?: { code: string } }>(speech.url, {
      path: '/v1/realtime?intent=transcription',
      headers,
    });
    const ofEvent = (type: string) => client.messages.filter((event) => event.type === type);

    client.send({ type: { toString: 1, valueOf: 1 } });
    const rate = { type: 'audio/pcm', rate: 47_999 };
    client.send({ type: 'session.update', session: { audio: { input: { format: rate } } } });
    client.send({ type: 'session.update', session: { audio: { input: { format } } } });
    await client.until(() => ofEvent('session.updated').length > 0);

    expect(ofEvent('error').map(({ error }) => error?.code)).toEqual([
      ...['validation_failed', 'validation_failed'],
    ]);
    client.drop();
  });

  it('tells what was said when the client commits it, and that nothing was', async () => {
    const { socket, events, until } = await realtime({ format, turn_detection: null });
    await until('session.updated');
    append(socket, tonesOf([1, 2]));
    append(socket, silence(1));
    socket.send({ type: 'input_audio_buffer.commit' });
    const completed = await until('conversation.item.input_audio_transcription.completed');
    socket.send({ type: 'input_audio_buffer.commit' });
    socket.send({ type: 'response.create' });
    await until('error');
    socket.close();

    expect(completed.transcript).toBe('two three');
    expect(events.some(({ type }) => type === 'input_audio_buffer.speech_started')).toBe(false);
  });
});
