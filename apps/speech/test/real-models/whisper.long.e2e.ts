import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wav } from '../flite-recordings.js';
import { placeVoice, VOICE } from '../heard/recordings.js';
import { canonical, SENTENCES } from '../heard/sentences.js';
import { fetchWeights } from '../heard/weights.js';
import { sameWords, wordErrors } from '../heard/word-errors.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';
import { placeWhisper } from './whisper.js';

const weights = await fetchWeights();
const missing = 'missing' in weights ? weights.missing : undefined;
/** Some 50 seconds: Whisper hears half a minute at a time. */
const TEXT = SENTENCES.filter(({ kind }) => kind === 'plain')
  .map(({ input }) => input)
  .join(' ');

interface Transcript {
  readonly text: string;
  readonly language: string;
  readonly words: readonly {
    readonly word: string;
    readonly start: number;
    readonly end: number;
  }[];
}

(missing === undefined ? describe : describe.skip)(
  `Whisper base with its real weights${missing === undefined ? '' : `, needs ${missing}`}`,
  () => {
    let folder: string;
    let speech: RunningSpeech;
    let spoken: { readonly audio: Uint8Array<ArrayBuffer>; readonly starts: readonly number[] };
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'sextant-whisper-'));
      const all = 'folder' in weights ? weights.folder : '';
      await placeWhisper(all, join(folder, 'whisper-base'));
      speech = await startSpeech({
        SPEECH_MODELS_DIR: placeVoice(all, folder),
        RECOGNISER_DIR: join(folder, 'whisper-base'),
        REQUEST_TIMEOUT_MS: '300000',
      });
      const answer = await speech.post('/v1/audio/speech', { input: TEXT, voice_id: VOICE });
      const { audio_data, speech_marks } = (await answer.json()) as {
        audio_data: string;
        speech_marks: { chunks: readonly { start_time: number }[] };
      };
      spoken = {
        audio: new Uint8Array(Buffer.from(audio_data, 'base64')),
        starts: speech_marks.chunks.map(({ start_time }) => start_time / 1000),
      };
    }, 600_000);
    afterAll(async () => {
      await speech.close();
      rmSync(folder, { recursive: true });
    });

    const transcribe = async (
      audio: Uint8Array<ArrayBuffer>,
      fields: Readonly<Record<string, string>> = {},
    ): Promise<Transcript> => {
      const body = new FormData();
      body.append('file', new Blob([audio]), 'said.wav');
      body.append('response_format', 'verbose_json');
      body.append('timestamp_granularities[]', 'word');
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      const answer = await fetch(`${speech.url}/v1/audio/transcriptions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}` },
        body,
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Transcript;
    };

    it('writes down all of a recording of more than half a minute, and finds out its language', async () => {
      const { text, language } = await transcribe(spoken.audio);

      const errors = wordErrors(canonical(TEXT), canonical(text));
      expect(errors / canonical(TEXT).length).toBeLessThan(0.05);
      expect(language).toBe('english');
    });

    it('tells when each word is said', async () => {
      const { words } = await transcribe(spoken.audio, { language: 'en' });

      const heard = words.map(({ word }) => canonical(word).join(''));
      const errors = sameWords(canonical(TEXT), heard).map(([said, at]) =>
        Math.abs((words[at]?.start ?? NaN) - (spoken.starts[said] ?? NaN)),
      );
      expect(errors.length).toBeGreaterThan(130);
      expect(errors.toSorted((a, b) => a - b)[Math.floor(errors.length / 2)]).toBeLessThan(0.2);
      expect(words.every(({ start, end }) => end > start)).toBe(true);
    });

    it('hears nothing in silence', async () => {
      expect((await transcribe(wav(new Int16Array(16_000 * 8)))).text).toBe('');
    });
  },
);
