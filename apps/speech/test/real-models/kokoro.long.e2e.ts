import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { ANALYSIS_RATE, framesOf } from '../../src/recordings/cepstra.js';
import {
  SAME_SPEAKER,
  speakerDistance,
  voicePrintOf,
  type VoicePrint,
} from '../../src/recordings/voice-print.js';
import { wav } from '../flite-recordings.js';
import { fetchWeights } from '../heard/weights.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';
import { challengeOf, errorOf, postVoice, type VoiceAnswer } from '../voices.js';
import { KOKORO, placeKokoro } from './kokoro.js';
import { placeWhisper } from './whisper.js';

/** What people say when they consent, and what a voice is made of: nine seconds and fifteen. */
const CONSENT =
  'I agree that my voice may be imitated, and I have read what will be done with the recording. Today the weather is ' +
  'mild, and I will walk home.';
const SAMPLE =
  'The north wind and the sun were disputing which was the stronger, when a traveler came along wrapped in a warm ' +
  'cloak. They agreed that the one who first succeeded in making the traveler take his cloak off should be ' +
  'considered stronger than the other. Then the north wind blew as hard as he could.';
const CONSENT_SECONDS = 9;
const SAMPLE_SECONDS = 15;

interface Service {
  readonly speech: RunningSpeech;
  readonly folder: string;
}

const own = join(workspaceRoot(), 'apps/speech/test/real-models/weights.txt');
const [kokoro, daily] = [await fetchWeights(own), await fetchWeights()];
const service = await started();
const prints = service === undefined ? undefined : await printsOf(service.speech);

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

interface Prints {
  readonly voice: string;
  readonly consent: VoicePrint;
  readonly sample: VoicePrint;
}

/** Of every voice; it is listed when the model has said its first word. */
async function printsOf(speech: RunningSpeech): Promise<readonly Prints[]> {
  const voices = await kokoroVoices(speech);
  const waiting = [...voices];
  const prints: Prints[] = [];
  const worker = async (): Promise<void> => {
    for (let voice = waiting.shift(); voice !== undefined; voice = waiting.shift()) {
      const consent = printOf(await say(speech, voice, CONSENT), CONSENT_SECONDS);
      const sample = printOf(await say(speech, voice, SAMPLE), SAMPLE_SECONDS);
      prints.push({ voice, consent, sample });
    }
  };
  await Promise.all([worker(), worker()]);
  return prints;
}

async function kokoroVoices(speech: RunningSpeech): Promise<readonly string[]> {
  for (;;) {
    const { voices } = (await (await speech.request('GET', '/v1/voices')).json()) as {
      voices: readonly { id: string }[];
    };
    const found = voices.map(({ id }) => id).filter((id) => id.startsWith(`${KOKORO}-`));
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function printOf(pcm: Int16Array, seconds: number): VoicePrint {
  const print = voicePrintOf(framesOf(pcm.subarray(0, seconds * ANALYSIS_RATE)).features);
  if (print === undefined) throw new Error('There is no speech in it.');
  return print;
}

const percent = (count: number, of: number): string => `${((100 * count) / of).toFixed(1)} %`;

/** What the end of the run repeats: the table of the README. */
function describeSpeakerCheck(all: readonly Prints[]): void {
  const same = all.map(({ consent, sample }) => speakerDistance(consent, sample));
  const other = all.flatMap((one) =>
    all.filter((each) => each !== one).map((each) => speakerDistance(one.consent, each.sample)),
  );
  const refused = same.filter((distance) => distance > SAME_SPEAKER).length;
  const accepted = other.filter((distance) => distance <= SAME_SPEAKER).length;
  const rows = `${percent(refused, same.length)} of ${same.length} refused wrongly, ${percent(accepted, other.length)} of ${other.length} accepted wrongly`;

  describe(`the speaker check on ${all.length} voices of Kokoro: ${rows}`, () => {
    it('tells most of them apart', () => {
      expect(refused / same.length).toBeLessThan(0.5);
      expect(accepted / other.length).toBeLessThan(0.3);
    });
  });
}

function describeConsent(speech: RunningSpeech): void {
  describe('consent with two speakers of Kokoro, heard by Whisper', () => {
    const [adam, heart] = [`${KOKORO}-11`, `${KOKORO}-3`];
    const clone = async (sampleBy: string, readBy: string, read?: string): Promise<Response> => {
      const { id, phrase } = await challengeOf(speech);
      return postVoice(speech, {
        name: 'Ada',
        gender: 'female',
        sample: wav(await say(speech, sampleBy, SAMPLE)),
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
      const answer = await clone(heart, heart, CONSENT);

      expect((await errorOf(answer)).code).toBe('consent_phrase_mismatch');
    }, 600_000);
  });
}

if (service === undefined || prints === undefined) {
  const missing = [kokoro, daily].map((each) => ('missing' in each ? each.missing : ''));
  describe.skip(`Kokoro's voices, needs ${missing.find(Boolean) ?? ''}`, () => {
    it('are told apart', () => undefined);
  });
} else {
  afterAll(async () => {
    await service.speech.close();
    rmSync(service.folder, { recursive: true });
  });
  describeSpeakerCheck(prints);
  describeConsent(service.speech);
}
