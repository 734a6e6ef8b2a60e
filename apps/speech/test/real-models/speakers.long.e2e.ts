import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { framesOf } from '../../src/recordings/cepstra.js';
import {
  SAME_SPEAKER,
  speakerDistance,
  voicePrintOf,
  type VoicePrint,
} from '../../src/recordings/voice-print.js';
import { fetchWeights } from '../heard/weights.js';
import { kokoroRecordings } from './kokoro-recordings.js';
import { makeKokoro } from './kokoro.js';

const own = join(workspaceRoot(), 'apps/speech/test/real-models/weights.txt');
const weights = await fetchWeights(own);

interface Prints {
  /** As `af_heart`: accent and who speaks, before the name. */
  readonly voice: string;
  readonly consent: VoicePrint;
  readonly sample: VoicePrint;
}

function printOf(pcm: Int16Array): VoicePrint {
  const print = voicePrintOf(framesOf(pcm).features);
  if (print === undefined) throw new Error('There is no speech in it.');
  return print;
}

/** Of each consent from each sample that it is to be compared with. */
const distances = (
  all: readonly Prints[],
  isPair: (one: Prints, other: Prints) => boolean,
): readonly number[] =>
  all.flatMap((one) =>
    all
      .filter((other) => isPair(one, other))
      .map((other) => speakerDistance(one.consent, other.sample)),
  );

const isAlike = (one: Prints, other: Prints): boolean =>
  one !== other && one.voice.slice(0, 2) === other.voice.slice(0, 2);

const shareOf = (all: readonly number[], isCounted: (distance: number) => boolean): number =>
  all.filter(isCounted).length / all.length;

const isSame = (distance: number): boolean => distance <= SAME_SPEAKER;

if ('missing' in weights) {
  describe.skip(`the speaker check on Kokoro's voices, needs ${weights.missing}`, () => {
    it('tells them apart', () => undefined);
  });
} else {
  describe("the speaker check on Kokoro's voices, nine seconds against fifteen", () => {
    let prints: readonly Prints[];
    beforeAll(async () => {
      const recordings = await kokoroRecordings(await makeKokoro(weights.folder));
      prints = recordings.map(({ voice, consent, sample }) => ({
        voice,
        consent: printOf(consent),
        sample: printOf(sample),
      }));
    }, 3_600_000);

    it('tells most of them apart', () => {
      const same = distances(prints, (one, other) => one === other);
      const others = distances(prints, (one, other) => one !== other);
      const alike = distances(prints, isAlike);
      const [refused, accepted, acceptedAlike] = [
        shareOf(same, (distance) => !isSame(distance)),
        shareOf(others, isSame),
        shareOf(alike, isSame),
      ];
      process.stderr.write(
        `The speaker check on ${prints.length} voices of Kokoro\n` +
          `  same speaker refused             ${percent(refused)} of ${same.length}\n` +
          `  another one accepted             ${percent(accepted)} of ${others.length}\n` +
          `  of the same accent and gender    ${percent(acceptedAlike)} of ${alike.length}\n`,
      );

      expect(prints.length).toBeGreaterThanOrEqual(53);
      // The README's table, with a margin.
      expect(refused).toBeLessThan(0.05);
      expect(accepted).toBeLessThan(0.1);
      expect(acceptedAlike).toBeLessThan(0.25);
    });
  });
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
