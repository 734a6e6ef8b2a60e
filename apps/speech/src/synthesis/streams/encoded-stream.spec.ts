import { beforeEach, describe, expect, it } from '@jest/globals';
import { FileSpools } from './file-spool.js';
import { DialogueService } from '../../dialogue/dialogue-service.js';
import type { EngineState, SpeakRequest, SpeechEngine } from '../../engines/speech-engine.js';
import { SpeechService } from '../speech-service.js';
import { type SpeechRequest } from '../speech-request.js';
import { silentObserver } from '../speech-observer.js';
import { Synthesizer } from '../synthesizer.js';
import { RunningVoices } from '../../voices/catalogue/running-voices.js';
import type { Voice } from '../../voices/catalogue/voice.js';
import type { AudioEncoder } from '../../audio/audio-encoder.js';
import type { AudioFormat } from '../../audio/audio-format.js';
import { SpeechEncoding } from './encoded-stream.js';
import { finaliser, type MakeFinaliser } from '../../audio/finaliser.js';

const RATE = 24000;
const QUIET = 2000;
/** No level of this engine, and of no factor that brings it to the target. */
const SIGNED = 12345;

/** A second of a quiet tone. */
class ToneEngine implements SpeechEngine {
  readonly name = 'tone';
  readonly estimatesMarks = true;
  state(): EngineState {
    return 'ready';
  }
  start(): void {
    // It is there.
  }
  sampleRateOf(): number {
    return RATE;
  }
  speak({ take }: SpeakRequest): Promise<void> {
    const pcm = Int16Array.from({ length: RATE }, (_, index) =>
      Math.round(QUIET * Math.sin((2 * Math.PI * 440 * index) / RATE)),
    );
    take({ pcm, starts: [{ word: 0, startMs: 0 }] });
    return Promise.resolve();
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

const VOICE: Voice = {
  id: 'tone',
  type: 'shared',
  displayName: 'Tone',
  gender: 'not_specified',
  locale: 'en-US',
  engine: 'tone',
  engineVoice: 'tone',
  rate: 1,
  pitch: 1,
  tags: [],
};

const format: AudioFormat = { id: 'pcm_24000', codec: 'pcm', sampleRate: RATE };

/** What reached the encoder. */
let encoded: number[];
/** What reached the finaliser. */
let loudest: number;

const encoder: AudioEncoder = {
  encode: (pcm) => {
    encoded.push(...pcm);
    return new Uint8Array(pcm.length);
  },
  finish: () => new Uint8Array(0),
  close: () => undefined,
};

/** Signs all that passes, after it did what it does. */
const signing: MakeFinaliser = (options) => {
  const own = finaliser(options);
  const sign = (pcm: Int16Array): Int16Array => {
    loudest = Math.max(loudest, ...pcm);
    return pcm.map(() => SIGNED);
  };
  return { push: (pcm) => sign(own.push(pcm)), end: () => sign(own.end()) };
};

const encoding = new SpeechEncoding({ create: () => Promise.resolve(encoder) }, signing);
const speech = new SpeechService(
  new Synthesizer({ all: [new ToneEngine()] }, new FileSpools(), silentObserver),
  { find: () => Promise.resolve(VOICE), shared: [] },
  { load: () => Promise.reject(new Error('There are none.')) },
  new RunningVoices(),
  encoding,
  { chipsOf: () => Promise.reject(new Error('There are no clones.')) },
  { maxAudioSeconds: 3600 },
);
const dialogue = new DialogueService(speech, encoding);

beforeEach(() => {
  encoded = [];
  loudest = 0;
});

const request = (normalizesLoudness: boolean): SpeechRequest => ({
  workspace: 'acme',
  input: 'Hello.',
  voiceId: 'tone',
  format,
  normalizesText: true,
  normalizesLoudness,
  signal: new AbortController().signal,
});
const turns = [
  { input: 'Hello.', voiceId: 'tone', pauseMs: 0 },
  { input: 'Hi.', voiceId: 'tone', pauseMs: 0 },
];

async function readAll(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const part of parts) expect(part).toBeDefined();
}

describe('what an encoder gets', () => {
  it.each<readonly [string, () => Promise<unknown>, number]>([
    ['one object', () => speech.speak(request(false)), RATE],
    ['one object, normalized', () => speech.speak(request(true)), RATE],
    [
      'a stream',
      async () => readAll((await speech.stream(request(false), 'stream')).parts()),
      RATE,
    ],
    [
      'a stream, normalized',
      async () => readAll((await speech.stream(request(true), 'stream')).parts()),
      RATE,
    ],
    ['a dialogue', () => dialogue.speak({ ...request(false), turns }), 2 * RATE],
    [
      "a dialogue's stream",
      async () => readAll((await dialogue.stream({ ...request(false), turns })).parts()),
      2 * RATE,
    ],
  ])('went through the finaliser, last: %s', async (_route, speak, samples) => {
    await speak();

    expect(encoded).toHaveLength(samples);
    expect(new Set(encoded)).toEqual(new Set([SIGNED]));
  });

  it.each<readonly [string, () => Promise<unknown>]>([
    ['one object', () => speech.speak(request(true))],
    ['a stream', async () => readAll((await speech.stream(request(true), 'stream')).parts())],
  ])('is as loud as asked for before that: %s', async (_route, speak) => {
    await speak();

    expect(loudest).toBeGreaterThan(3 * QUIET);
  });
});

describe('estimated times', () => {
  it('are told of dialogues', async () => {
    expect((await dialogue.speak({ ...request(false), turns })).estimatesMarks).toBe(true);
    expect((await dialogue.stream({ ...request(false), turns })).estimatesMarks).toBe(true);
  });
});
