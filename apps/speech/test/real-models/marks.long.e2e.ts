import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { AlignedEngine } from '../../src/engines/alignment/aligned-engine.js';
import type { PhraseSpeaker } from '../../src/engines/alignment/phrase-speaker.js';
import type { SpeechEngine, WordStart } from '../../src/engines/speech-engine.js';
import { composeUtterance } from '../../src/text/compose-utterance.js';
import { espeakEngines } from '../espeak-engines.js';
import { SENTENCES } from '../heard/sentences.js';
import { fetchWeights } from '../heard/weights.js';
import { toolsPython } from './whisper.js';

const weights = await fetchWeights();
const missing = 'missing' in weights ? weights.missing : undefined;

/** What the model itself says of a sentence. */
interface Timed {
  readonly text: string;
  readonly rate: number;
  /** 16 bits, in Base64. */
  readonly samples: string;
  /** Seconds, of each word that espeak-ng reads. */
  readonly starts: readonly number[];
}

async function timedSentences(folder: string): Promise<readonly Timed[]> {
  const [model = ''] = globSync(join(folder, '**/en_US-joe-medium.onnx'));
  const tool = join(workspaceRoot(), 'apps/speech/test/real-models/durations.py');
  const running = promisify(execFile)(await toolsPython(), [tool, model], { maxBuffer: 1e9 });
  const texts = SENTENCES.filter(({ kind }) => kind === 'plain').map(({ input }) => input);
  running.child.stdin?.end(JSON.stringify(texts));
  return JSON.parse((await running).stdout) as readonly Timed[];
}

/** Gives what was said before. */
const saying = (pcm: Int16Array, sampleRate: number): PhraseSpeaker => ({
  name: 'before',
  knowsTimes: false,
  state: () => 'ready',
  start: () => undefined,
  sampleRateOf: () => sampleRate,
  say: () => Promise.resolve({ pcm }),
  close: () => Promise.resolve(),
});

async function marksOf({ text, rate, samples }: Timed, timing: SpeechEngine): Promise<number[]> {
  const bytes = Buffer.from(samples, 'base64');
  const pcm = Int16Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(2 * at));
  const starts: WordStart[] = [];
  await new AlignedEngine(saying(pcm, rate), timing).speak({
    utterance: composeUtterance(text, { language: 'en-US', normalize: true }),
    ...{ voice: 'v', rate: 1, pitch: 1, workspace: 'acme' },
    signal: new AbortController().signal,
    take: (audio) => starts.push(...audio.starts),
  });
  return starts.map(({ startMs }) => startMs);
}

const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * share)] ?? NaN;

(missing === undefined ? describe : describe.skip)(
  `marks of words beside the durations of the model itself${missing === undefined ? '' : `, needs ${missing}`}`,
  () => {
    let engine: SpeechEngine;
    beforeAll(async () => {
      const [built] = await espeakEngines(() => undefined);
      if (built === undefined) throw new Error('There is no espeak-ng.');
      ({ engine } = built);
      engine.start();
    });
    afterAll(() => engine.close());

    it('are near them', async () => {
      const errors: number[] = [];
      for (const timed of await timedSentences('folder' in weights ? weights.folder : '')) {
        const marks = await marksOf(timed, engine);
        // Words that espeak-ng joins have no beginning of their own.
        if (marks.length !== timed.starts.length) continue;
        errors.push(...marks.map((ms, at) => Math.abs(ms - 1000 * (timed.starts[at] ?? NaN))));
      }
      const [median, p95] = [quantile(errors, 0.5), quantile(errors, 0.95)];
      process.stdout.write(
        `${errors.length} marks: ${median.toFixed(0)} ms from the model's own times (p95 ${p95.toFixed(0)} ms)\n`,
      );

      expect(errors.length).toBeGreaterThan(60);
      expect(median).toBeLessThan(40);
      expect(p95).toBeLessThan(120);
    }, 600_000);
  },
);
