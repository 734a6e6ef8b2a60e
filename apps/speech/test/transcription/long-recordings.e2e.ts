import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import OpenAI, { toFile } from 'openai';
import { wav } from '../flite-recordings.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { RATE, toneRecogniser, tonesOf, wordsOf } from '../tones.js';

/** A hundred seconds: four stretches. */
const WORDS = Array.from({ length: 100 }, (_, n) => (n * 7 + Math.floor(n / 9)) % 4);

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

const client = () => new OpenAI({ apiKey: KEY, baseURL: `${speech.url}/v1`, maxRetries: 0 });
const fileOf = (pcm: Int16Array) => toFile(wav(pcm), 'said.wav');

describe('a recording longer than a recogniser hears at once', () => {
  it('is written down to its end, each word with its time', async () => {
    const heard = await client().audio.transcriptions.create({
      model: 'whisper-1',
      file: await fileOf(tonesOf(WORDS)),
      response_format: 'verbose_json',
      timestamp_granularities: ['word'],
    });

    expect(heard.text).toBe(wordsOf(WORDS));
    expect(heard.duration).toBe(100);
    const late = (heard.words ?? []).map(({ start }, index) => Math.abs(start - (index + 0.5)));
    expect(late).toHaveLength(100);
    expect(Math.max(...late)).toBeLessThan(0.5);
  });

  it('is told as it is heard, and then whole', async () => {
    const events = await client().audio.transcriptions.create({
      model: 'whisper-1',
      file: await fileOf(tonesOf(WORDS)),
      stream: true,
    });
    const deltas: string[] = [];
    const words: { word: string; start: number }[] = [];
    let done: unknown;
    for await (const event of events) {
      if (event.type === 'transcript.text.delta') {
        deltas.push(event.delta);
        words.push(...(event as unknown as { words: typeof words }).words);
      } else done = event;
    }

    expect(deltas.length).toBeGreaterThan(3);
    expect(deltas.join('')).toBe(wordsOf(WORDS));
    // Ours: each word with its time in the whole recording.
    expect(words.map(({ word }) => word).join(' ')).toBe(wordsOf(WORDS));
    expect(Math.abs((words.at(-1)?.start ?? 0) - (words.length - 0.5))).toBeLessThan(0.5);
    expect(done).toMatchObject({ type: 'transcript.text.done', text: wordsOf(WORDS) });
  });

  it('of silence is an empty text', async () => {
    const file = await fileOf(new Int16Array(90 * RATE));
    const heard = await client().audio.transcriptions.create({ model: 'whisper-1', file });

    expect(heard.text).toBe('');
  });

  it('that cannot be read fails as an event, once events have begun', async () => {
    const file = await toFile(wav(new Int16Array(0)), 'said.wav');
    const events = await client().audio.transcriptions.create({
      model: 'whisper-1',
      file,
      stream: true,
    });

    await expect(
      (async () => {
        for await (const event of events) expect(event).toBeUndefined();
      })(),
    ).rejects.toMatchObject({ code: 'unsupported_audio' });
  });

  it('is counted, in seconds of what was heard', async () => {
    const answer = await speech.request('GET', '/v1/audio/usage');
    const { days } = (await answer.json()) as {
      days: { route: string; audio_duration_ms: number; characters: number }[];
    };

    const heard = days.find(({ route }) => route === 'transcription');
    expect(heard?.audio_duration_ms).toBe((100 + 100 + 90) * 1000);
    expect(heard?.characters).toBe(0);
  });
});

describe('a translation', () => {
  it('is refused by a recogniser that does not translate', async () => {
    const file = await fileOf(tonesOf([0, 1]));
    // oxlint-disable-next-line typescript/no-deprecated -- clients that have it still call it
    const request = client().audio.translations.create({ model: 'whisper-1', file });

    await expect(request).rejects.toMatchObject({ status: 400, code: 'translation_unsupported' });
  });
});

describe("ElevenLabs' speech to text", () => {
  const elevenLabs = () =>
    new ElevenLabsClient({ apiKey: KEY, baseUrl: speech.url, maxRetries: 0 });

  it('writes down words with their times', async () => {
    const heard = await elevenLabs().speechToText.convert({
      modelId: 'scribe_v1',
      languageCode: 'en',
      file: new Blob([wav(tonesOf([2, 0, 3]))]),
    });

    expect(heard).toMatchObject({ text: wordsOf([2, 0, 3]), languageProbability: 1 });
    const { words } = heard as { words: { text: string; type: string; start?: number }[] };
    expect(words.filter(({ type }) => type === 'word').map(({ text }) => text)).toEqual([
      'three',
      'one',
      'four',
    ]);
  });

  it('takes raw samples, and refuses what it does not do', async () => {
    const pcm = tonesOf([1]);
    const raw = await elevenLabs().speechToText.convert({
      modelId: 'scribe_v1',
      fileFormat: 'pcm_s16le_16',
      timestampsGranularity: 'none',
      file: new Blob([new Uint8Array(pcm.buffer as ArrayBuffer)]),
    });

    expect(raw).toMatchObject({ text: 'two', words: [] });
    await expect(
      elevenLabs().speechToText.convert({
        modelId: 'scribe_v1',
        diarize: true,
        file: new Blob([wav(pcm)]),
      }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });
});
