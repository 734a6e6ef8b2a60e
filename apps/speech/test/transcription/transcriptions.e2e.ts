import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI, { toFile } from 'openai';
import { Speakers, wav } from '../flite-recordings.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { hasRecogniser } from '../voices.js';

const SENTENCE = 'The quick brown fox jumps over the lazy dog.';
const SAID = `${SENTENCE} Please call my brother and send me the letter.`;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? [];

/** Share of words that are wrong (Levenshtein distance of words). */
function wordErrorRate(said: string, heard: string): number {
  const [a, b] = [wordsOf(said), wordsOf(heard)];
  let row = b.map((_, index) => index + 1);
  for (const [index, word] of a.entries()) {
    let [left, corner] = [index + 1, index];
    row = row.map((above, at) => {
      left = Math.min(left + 1, above + 1, corner + (word === b[at] ? 0 : 1));
      corner = above;
      return left;
    });
  }
  return (row.at(-1) ?? a.length) / a.length;
}

let speech: RunningSpeech;
let recording: Uint8Array<ArrayBuffer>;
/** Its first sentence. */
let short: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  speech = await startSpeech();
  const speakers = new Speakers();
  recording = wav(await speakers.say('slt', SAID));
  short = wav(await speakers.say('slt', SENTENCE));
  await speakers.close();
});
afterAll(() => speech.close());

const client = () => new OpenAI({ apiKey: KEY, baseURL: `${speech.url}/v1`, maxRetries: 0 });
const file = (bytes = short) => toFile(bytes, 'said.wav');

(hasRecogniser ? describe : describe.skip)(
  'transcriptions with the client of OpenAI, needs pocketsphinx',
  () => {
    it('are what was said, as far as this recogniser hears it', async () => {
      const { data, response } = await client()
        .audio.transcriptions.create({ model: 'whisper-1', file: await file(recording) })
        .withResponse();

      const rate = wordErrorRate(SAID, data.text);
      process.stdout.write(`Words wrong: ${Math.round(rate * 100)} %: ${data.text}\n`);
      expect(rate).toBeLessThan(0.4);
      expect(response.headers.get('x-speech-recogniser')).toContain('pocketsphinx');
    });

    it('have the times of words, in order and within the recording', async () => {
      const {
        words = [],
        duration,
        segments = [],
        text,
      } = await client().audio.transcriptions.create({
        model: 'whisper-1',
        file: await file(),
        response_format: 'verbose_json',
        timestamp_granularities: ['word', 'segment'],
      });

      expect(words.map(({ word }) => word).join(' ')).toBe(text);
      const times = words.flatMap(({ start, end }) => [start, end]);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThanOrEqual(duration);
      expect(segments.map((segment) => segment.text).join(' ')).toBe(text);
    });

    it('are captions', async () => {
      const vtt = await client().audio.transcriptions.create({
        model: 'whisper-1',
        file: await file(),
        response_format: 'vtt',
      });

      expect(vtt.startsWith('WEBVTT\n')).toBe(true);
      expect(vtt).toMatch(/00:00:0\d\.\d\d\d --> 00:00:0\d\.\d\d\d\n.*quick brown/);
    });

    it('come as events, and English is its own translation', async () => {
      const events = await client().audio.transcriptions.create({
        model: 'whisper-1',
        file: await file(),
        stream: true,
      });
      let text = '';
      for await (const event of events) {
        if (event.type === 'transcript.text.done') text = event.text;
      }
      // oxlint-disable-next-line typescript/no-deprecated -- clients that have it still call it
      const translated = await client().audio.translations.create({
        model: 'whisper-1',
        file: await file(),
      });

      expect(wordErrorRate(SENTENCE, text)).toBeLessThan(0.4);
      expect(translated.text).toBe(text);
    });

    it('of another language are refused', async () => {
      const request = client().audio.transcriptions.create({
        model: 'whisper-1',
        file: await file(),
        language: 'fr',
      });

      await expect(request).rejects.toMatchObject({ status: 400, code: 'language_not_supported' });
    });
  },
);

describe('what cannot be written down', () => {
  const post = (form: Readonly<Record<string, string | Blob>>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(form)) body.append(name, value);
    const headers = { authorization: `Bearer ${KEY}` };
    return fetch(`${speech.url}/v1/audio/transcriptions`, { method: 'POST', headers, body });
  };

  (hasRecogniser ? it : it.skip).each([
    [
      'no recording, needs pocketsphinx',
      () => new Blob(['no sound at all, but text']),
      415,
      'unsupported_audio',
    ],
    [
      'six minutes, needs pocketsphinx',
      () => new Blob([wav(new Int16Array(16_000 * 360))]),
      400,
      'recording_too_long',
    ],
  ])('%s', async (_what, made, status, code) => {
    const answer = await post({ file: made() });

    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code } });
  });

  it.each([
    ['without a file', { model: 'whisper-1' }, 'file'],
    ['as events of another kind', { file: new Blob(['x']), stream: 'maybe' }, 'stream'],
    ['in an unknown format', { file: new Blob(['x']), response_format: 'docx' }, 'response_format'],
  ])('%s', async (_what, form, field) => {
    const answer = await post(form);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { fields: { [field]: expect.any(String) } },
    });
  });

  it('where there is no recogniser', async () => {
    const deaf = await startSpeech({ POCKETSPHINX_MODEL_DIR: '/nowhere' });
    const body = new FormData();
    body.append('file', new Blob([recording]), 'said.wav');
    const answer = await fetch(`${deaf.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}` },
      body,
    });
    await deaf.close();

    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: { code: 'transcription_unavailable' } });
  });
});
