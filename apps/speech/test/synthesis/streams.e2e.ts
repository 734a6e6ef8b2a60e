import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricAt } from '@sextant/platform-testing';
import decode from 'audio-decode';
import { createParser } from 'eventsource-parser';
import { OUTPUT_FORMATS } from '../../src/audio/audio-format.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';

const VOICE = 'en-us-male';
let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

interface Event {
  readonly type: string;
  readonly audio?: string;
  readonly speech_marks?: readonly {
    readonly value: string;
    readonly start: number;
    readonly end: number;
    readonly start_time: number;
  }[];
  readonly audio_duration_ms?: number;
  readonly billable_characters_count?: number;
}

async function eventsOf(body: object, headers = {}): Promise<readonly Event[]> {
  const answer = await speech.post('/v1/audio/stream/with-timestamps', body, headers);
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const events: Event[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const parsed = JSON.parse(data) as Event;
      expect(parsed.type).toBe(event);
      events.push(parsed);
    },
  });
  parser.feed(await answer.text());
  return events;
}

const SENTENCE = 'The quick brown fox, of course, jumps over the lazy dog. And then?';

describe('POST /v1/audio/stream', () => {
  it.each([
    [undefined, 'audio/mpeg'],
    ['*/*', 'audio/mpeg'],
    ['audio/ogg', 'audio/ogg'],
    ['audio/aac', 'audio/aac'],
    ['audio/wav', 'audio/wav'],
    ['audio/pcm', 'audio/L16; rate=24000; channels=1'],
    ['audio/ogg;q=0.5, audio/aac', 'audio/aac'],
    ['text/html', 'audio/mpeg'],
  ])('answers Accept %s with %s', async (accept, type) => {
    const headers = accept === undefined ? {} : { accept };
    const answer = await speech.post(
      '/v1/audio/stream',
      { input: 'Hi.', voice_id: VOICE },
      headers,
    );

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(500);
  });

  it.each([...OUTPUT_FORMATS.keys()])('%s lasts as long as the samples', async (format) => {
    const body = { input: SENTENCE, voice_id: VOICE, output_format: format };
    const events = await eventsOf(body);
    const ms = events.at(-1)?.audio_duration_ms ?? 0;

    const audio = Buffer.concat(events.map((event) => Buffer.from(event.audio ?? '', 'base64')));

    // Encoders pad to whole frames and begin with silence of their own.
    expect(Math.abs((await lengthMs(audio, format)) - ms)).toBeLessThan(140);
  });

  it('takes 20,000 characters and refuses 20,001', async () => {
    const tooLong = { input: 'a'.repeat(20_001), voice_id: VOICE };
    expect((await speech.post('/v1/audio/stream', tooLong)).status).toBe(400);

    // What is said stands at the end. Words only: streams.long.e2e.ts.
    const input = 'word '.repeat(100).padStart(20_000);
    const most = { input, voice_id: VOICE, output_format: 'ulaw_8000' };
    const answer = await speech.post('/v1/audio/stream', most);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(8000 * 15);
  });

  it('gives audio to an eleventh caller while ten do not read', async () => {
    const long = { input: 'A long story without an end. '.repeat(150), voice_id: VOICE };
    const open = Array.from({ length: 10 }, () =>
      openStream({ ...long, output_format: 'wav_48000' }),
    );
    await Promise.race(open); // the engine is at work, and nine more wait
    const ended: string[] = [];

    const eleventh = speech
      .post('/v1/audio/stream', { input: 'Hello.', voice_id: VOICE })
      .then((answer) => answer.arrayBuffer())
      .then(() => ended.push('eleventh'));
    const one = speech
      .post('/v1/audio/stream', { ...long, output_format: 'ulaw_8000' })
      .then((answer) => answer.arrayBuffer())
      .then(() => ended.push('a long one'));
    await eleventh;

    expect(ended).toEqual(['eleventh']);
    for (const response of await Promise.all(open)) response.destroy();
    await one;
  });
});

describe('POST /v1/audio/stream/with-timestamps', () => {
  it('sends audio and marks, one done at the end, and no [DONE]', async () => {
    const events = await eventsOf({ input: SENTENCE, voice_id: VOICE });

    expect(events.at(-1)).toMatchObject({
      type: 'speech.done',
      billable_characters_count: SENTENCE.length,
    });
    expect(new Set(events.slice(0, -1).map(({ type }) => type))).toEqual(new Set(['speech.chunk']));
    const marks = events.flatMap((event) => event.speech_marks ?? []);
    expect(marks.map(({ value }) => value)).toEqual(SENTENCE.match(/\w+/g));
    expect(marks.every(({ start, end, value }) => SENTENCE.slice(start, end) === value)).toBe(true);
  });

  it('gives the same marks in every format and on every route', async () => {
    const body = { input: SENTENCE, voice_id: VOICE };
    const marksOf = async (format: string) =>
      (await eventsOf({ ...body, output_format: format })).flatMap((e) => e.speech_marks ?? []);
    const whole = await speech.post('/v1/audio/speech', body);
    const { speech_marks } = (await whole.json()) as { speech_marks: { chunks: object[] } };

    expect(await marksOf('mp3_24000_32')).toEqual(speech_marks.chunks);
    expect(await marksOf('ulaw_8000')).toEqual(speech_marks.chunks);
  });

  it.each(['simba-english', 'simba-multilingual'])('refuses %s', async (model) => {
    const body = { input: 'Hi', voice_id: VOICE, model };
    const answer = await speech.post('/v1/audio/stream/with-timestamps', body);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'speech_marks_unsupported' } });
  });

  it.each(['simba-3.0', 'simba-3.2'])('serves %s', async (model) => {
    expect((await eventsOf({ input: 'Hi', voice_id: VOICE, model })).at(-1)?.type).toBe(
      'speech.done',
    );
  });
});

/** A stream that nobody reads. */
function openStream(body: object): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    const request = httpRequest(
      `${speech.url}/v1/audio/stream`,
      { method: 'POST', headers },
      resolve,
    );
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });
}

async function lengthMs(audio: Buffer, format: string): Promise<number> {
  const [codec = '', rate = '0'] = format.split('_');
  if (codec === 'pcm') return (audio.length / 2 / Number(rate)) * 1000;
  if (codec === 'ulaw' || codec === 'alaw') return (audio.length / Number(rate)) * 1000;
  const { channelData, sampleRate } = await decode(audio);
  return ((channelData[0]?.length ?? 0) / sampleRate) * 1000;
}

describe('the metrics', () => {
  const outcomes = async () => {
    const of = (outcome: string) =>
      metricAt(speech.url, 'speech_syntheses_total', { engine: 'espeak-ng', outcome });
    return { complete: (await of('complete')) ?? 0, failed: (await of('failed')) ?? 0 };
  };

  it('count the seconds of audio and the time to the first of them', async () => {
    const seconds = async () => (await metricAt(speech.url, 'speech_audio_seconds_total')) ?? 0;
    const firsts = async () =>
      (await metricAt(speech.url, 'speech_first_audio_seconds_count', { engine: 'espeak-ng' })) ??
      0;
    const [before, audioBefore, firstsBefore] = [await outcomes(), await seconds(), await firsts()];

    const answer = await speech.post('/v1/audio/speech', { input: SENTENCE, voice_id: VOICE });
    const { speech_marks: marks } = (await answer.json()) as { speech_marks: { end_time: number } };

    const after = await outcomes();
    expect(after).toEqual({ ...before, complete: before.complete + 1 });
    expect((await seconds()) - audioBefore).toBeGreaterThanOrEqual(marks.end_time / 1000 - 0.1);
    expect(await firsts()).toBe(firstsBefore + 1);
  });

  it('count the processor time that it took', async () => {
    const spent = async () =>
      (await metricAt(speech.url, 'speech_processor_seconds_total', { program: 'espeak' })) ?? 0;
    const before = await spent();
    await speech.post('/v1/audio/speech', { input: SENTENCE, voice_id: VOICE });

    expect(await spent()).toBeGreaterThan(before);
  });

  it('show the processes of each program and what waits for them', async () => {
    const program = 'espeak';

    expect(await metricAt(speech.url, 'speech_processes_ready', { program })).toBe(1);
    expect(await metricAt(speech.url, 'speech_processes_busy', { program })).toBe(0);
    expect(await metricAt(speech.url, 'speech_jobs_waiting', { program })).toBe(0);
    expect(await metricAt(speech.url, 'speech_processes_ended_total', { program })).toBe(0);
  });
});
