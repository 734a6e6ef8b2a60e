import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PocketsphinxRecogniser } from '../../../src/recognition/pocketsphinx-recogniser.js';
import { drawWords, phraseOf, scorePhrase } from '../../../src/recognition/consent-phrase.js';
import { Resampler } from '../../../src/audio/resampler.js';
import { ANALYSIS_RATE, framesOf } from '../../../src/recordings/cepstra.js';
import {
  SAME_SPEAKER,
  speakerDistance,
  voicePrintOf,
  type VoicePrint,
} from '../../../src/recordings/voice-print.js';
import { joinedPcm, Speakers } from '../../flite-recordings.js';
import { hasRecogniser } from '../../voices.js';

const MODEL = '/usr/share/pocketsphinx/model/en-us';
const PROMPTS = '/usr/share/asterisk/sounds';
const VOICES = ['slt', 'rms', 'awb', 'kal16'];

const percent = (count: number, of: number): string => `${((100 * count) / of).toFixed(1)} %`;
const print = (lines: readonly string[]): void =>
  void process.stdout.write(`${lines.join('\n')}\n`);

/** The same draws in every run. */
function seeded(seed: number) {
  let state = seed;
  return {
    bytes: (count: number) => {
      const bytes = Buffer.alloc(count);
      for (let index = 0; index < count; index += 1) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        bytes[index] = state >>> 24;
      }
      return bytes;
    },
  };
}

/** Phrases are read by each voice so many times. */
export function describePhraseCheck(perVoice: number): void {
  (hasRecogniser ? describe : describe.skip)('the phrase check, needs pocketsphinx', () => {
    const speakers = new Speakers();
    afterAll(() => speakers.close());

    it('accepts most of the right readings, and nothing else', async () => {
      const recogniser = new PocketsphinxRecogniser(MODEL);
      const random = seeded(7);
      const readings: { voice: string; words: readonly string[]; right: string; cut: string }[] =
        [];
      for (const voice of VOICES) {
        for (let index = 0; index < perVoice; index += 1) {
          const words = drawWords(random);
          const right = await speakers.say(voice, phraseOf(words), 0.85);
          const cut = await speakers.say(voice, phraseOf(words.slice(0, 5)), 0.85);
          readings.push({
            voice,
            words,
            right: (await recogniser.transcribe(right)).text,
            cut: (await recogniser.transcribe(cut)).text,
          });
        }
      }
      const accepted = (text: string, words: readonly string[]) =>
        scorePhrase(words, text).accepted;
      const refused = readings.filter(({ right, words }) => !accepted(right, words)).length;
      const cutAccepted = readings.filter(({ cut, words }) => accepted(cut, words)).length;
      const pairs = readings.flatMap((one) =>
        readings.filter((other) => other !== one).map((other) => [one, other] as const),
      );
      const foreign = pairs.filter(([one, other]) => accepted(one.right, other.words)).length;
      print([
        '| phrase check (flite voices)      | wrong    | of  |',
        '| -------------------------------- | -------- | --- |',
        `| right reading refused (FRR)      | ${percent(refused, readings.length)} | ${readings.length} |`,
        `| five of eight words accepted     | ${percent(cutAccepted, readings.length)} | ${readings.length} |`,
        `| another phrase accepted (FAR)    | ${percent(foreign, pairs.length)} | ${pairs.length} |`,
      ]);

      expect(refused / readings.length).toBeLessThan(0.2);
      expect(cutAccepted / readings.length).toBeLessThan(0.1);
      expect(foreign).toBe(0);
    }, 600_000);
  });
}

interface Cut {
  readonly seconds: number;
  readonly from: number;
  readonly to: number;
}

/** Recorded prompts of one speaker, put together to clips; those from one number to another. */
function clipsOf(speaker: string, { seconds, from, to }: Cut): VoicePrint[] {
  const clips: VoicePrint[] = [];
  let parts: Buffer[] = [];
  let number = 0;
  const names = readdirSync(join(PROMPTS, speaker)).filter((name) => name.endsWith('.wav'));
  for (const name of names.toSorted()) {
    if (number >= to) break;
    const wav = readFileSync(join(PROMPTS, speaker, name));
    if (secondsOf(wav) < 1.2) continue;
    parts.push(wav);
    if (parts.reduce((sum, part) => sum + secondsOf(part), 0) < seconds) continue;
    if (number >= from) clips.push(printOf(joinedPcm(...parts.map(samplesOf))));
    parts = [];
    number += 1;
  }
  return clips;
}

const secondsOf = (wav: Buffer): number => wav.length / 2 / wav.readUInt32LE(24);

function printOf(pcm: Int16Array): VoicePrint {
  const print = voicePrintOf(framesOf(pcm).features);
  if (print === undefined) throw new Error('There is no speech in it.');
  return print;
}

function samplesOf(wav: Buffer): Int16Array {
  const at = wav.indexOf('data') + 8;
  const pcm = Int16Array.from({ length: (wav.length - at) >> 1 }, (_, n) =>
    wav.readInt16LE(at + 2 * n),
  );
  const resampler = new Resampler(wav.readUInt32LE(24), ANALYSIS_RATE);
  return wav.readUInt32LE(24) === ANALYSIS_RATE
    ? pcm
    : joinedPcm(resampler.push(pcm), resampler.end());
}

/** Clips of each speaker up to those numbers; so many pairs of one speaker there are at least. */
export function describeSpeakerCheck({
  lastConsent,
  lastSample,
  fewest,
}: {
  readonly lastConsent: number;
  readonly lastSample: number;
  readonly fewest: number;
}): void {
  (existsSync(PROMPTS) ? describe : describe.skip)(
    'the speaker check on recorded people, needs asterisk-core-sounds',
    () => {
      /** The threshold was chosen on the first clips of each; these were not heard then. */
      let consents: Map<string, VoicePrint[]>;
      let samples: Map<string, VoicePrint[]>;
      beforeAll(() => {
        const speakers = readdirSync(PROMPTS);
        consents = new Map(
          speakers.map((name) => [name, clipsOf(name, { seconds: 9, from: 12, to: lastConsent })]),
        );
        samples = new Map(
          speakers.map((name) => [name, clipsOf(name, { seconds: 15, from: 8, to: lastSample })]),
        );
      }, 600_000);

      it('tells speakers apart about as well as the README says', () => {
        const same: number[] = [];
        const other: number[] = [];
        const isAllison = (name: string): boolean => name.includes('Allison');
        for (const [one, readings] of consents) {
          for (const [two, clips] of samples) {
            // The same woman speaks English and Spanish: neither the same nor another speaker here.
            if (one !== two && isAllison(one) && isAllison(two)) continue;
            const distances = readings.flatMap((reading, i) =>
              // Clips that share no prompt: they are cut at the same place in time.
              clips
                .filter((_, j) => one !== two || Math.abs((i + 12) * 9 - (j + 8) * 15) > 30)
                .map((clip) => speakerDistance(reading, clip)),
            );
            (one === two ? same : other).push(...distances);
          }
        }
        const refused = same.filter((distance) => distance > SAME_SPEAKER).length;
        const accepted = other.filter((distance) => distance <= SAME_SPEAKER).length;
        print([
          '| speaker check (9 s against 15 s) | wrong    | of  |',
          '| -------------------------------- | -------- | --- |',
          `| same speaker refused (FRR)       | ${percent(refused, same.length)} | ${same.length} |`,
          `| another speaker accepted (FAR)   | ${percent(accepted, other.length)} | ${other.length} |`,
        ]);

        expect(same.length).toBeGreaterThan(fewest);
        expect(refused / same.length).toBeLessThan(0.15);
        expect(accepted / other.length).toBeLessThan(0.15);
      }, 600_000);
    },
  );
}
