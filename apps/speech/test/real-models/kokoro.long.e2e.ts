import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { wav } from '../flite-recordings.js';
import { fetchWeights } from '../heard/weights.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';
import { challengeOf, errorOf, postVoice, type VoiceAnswer } from '../voices.js';
import { CONSENT, SAMPLE } from './kokoro-recordings.js';
import { KOKORO, placeKokoro } from './kokoro.js';
import { placeWhisper } from './whisper.js';

interface Service {
  readonly speech: RunningSpeech;
  readonly folder: string;
}

const own = join(workspaceRoot(), 'apps/speech/test/real-models/weights.txt');
const [kokoro, daily] = [await fetchWeights(own), await fetchWeights()];
const service = await started();
if (service !== undefined) await kokoroIsListed(service.speech);

async function started(): Promise<Service | undefined> {
  if ('missing' in kokoro || 'missing' in daily) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'sextant-kokoro-'));
  const [models, recogniser] = [join(folder, 'voices'), join(folder, 'whisper-base')];
  await placeKokoro(kokoro.folder, models);
  await placeWhisper(daily.folder, recogniser);
  const speech = await startSpeech({
    SPEECH_MODELS_DIR: models,
    RECOGNISER_DIR: recogniser,
    SPEECH_MODEL_PROCESSES: '2',
    REQUEST_TIMEOUT_MS: '300000',
  });
  return { speech, folder };
}

async function say(speech: RunningSpeech, voice: string, input: string): Promise<Int16Array> {
  const asked = { input, voice_id: voice, output_format: 'pcm_16000' };
  const answer = await speech.post('/v1/audio/stream', asked);
  if (!answer.ok) throw new Error(`${voice}: ${answer.status} ${await answer.text()}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return Int16Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(2 * at));
}

/** It is when the model has said its first word. */
async function kokoroIsListed(speech: RunningSpeech): Promise<void> {
  for (;;) {
    const { voices } = (await (await speech.request('GET', '/v1/voices')).json()) as {
      voices: readonly { id: string }[];
    };
    if (voices.some(({ id }) => id.startsWith(`${KOKORO}-`))) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function describeConsent(speech: RunningSpeech): void {
  describe('consent with two speakers of Kokoro, heard by Whisper', () => {
    const [adam, heart] = [`${KOKORO}-11`, `${KOKORO}-3`];
    const clone = async (sampleBy: string, readBy: string, read?: string): Promise<Response> => {
      const { id, phrase } = await challengeOf(speech);
      return postVoice(speech, {
        name: 'Ada',
        gender: 'female',
        sample: wav(await say(speech, sampleBy, SAMPLE.join(' '))),
        consent_challenge_id: id,
        consent_recording: wav(await say(speech, readBy, read ?? phrase)),
      });
    };

    it('is given by who reads the phrase and is the speaker of the sample', async () => {
      // Who is not understood reads another phrase.
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const answer = await clone(heart, heart);
        if (answer.status === 200) {
          expect((await answer.json()) as VoiceAnswer).toMatchObject({ type: 'personal' });
          return;
        }
        expect((await errorOf(answer)).code).toBe('consent_phrase_mismatch');
      }
      throw new Error('Nobody was understood.');
    }, 600_000);

    it('is not given by another person', async () => {
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const { code } = await errorOf(await clone(heart, adam));
        if (code === 'consent_speaker_mismatch') return;
        expect(code).toBe('consent_phrase_mismatch');
      }
      throw new Error('Nobody was understood.');
    }, 600_000);

    it('is not given by other words', async () => {
      const answer = await clone(heart, heart, CONSENT.join(' '));

      expect((await errorOf(answer)).code).toBe('consent_phrase_mismatch');
    }, 600_000);
  });
}

if (service === undefined) {
  const missing = [kokoro, daily].map((each) => ('missing' in each ? each.missing : ''));
  describe.skip(`Kokoro's voices give consent, needs ${missing.find(Boolean) ?? ''}`, () => {
    it('give consent', () => undefined);
  });
} else {
  afterAll(async () => {
    await service.speech.close();
    rmSync(service.folder, { recursive: true });
  });
  describeConsent(service.speech);
}
