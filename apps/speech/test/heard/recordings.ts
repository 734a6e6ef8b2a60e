import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pythonWith, workspaceRoot } from '@sextant/platform-testing';
import { LoudnessMeter } from '../../src/audio/loudness.js';
import { joinedPcm, wav } from '../flite-recordings.js';
import { startSpeech, type RunningSpeech } from '../running-speech.js';
import { LEXICON, SENTENCES, type Kind, type Sentence } from './sentences.js';

export const RATE = 48_000;
export const VOICE = 'piper-en_US-joe-medium';
const HERE = join(workspaceRoot(), 'apps/speech/test/heard');
/** Whisper hears half a minute at a time: as many sentences of a kind as have room. */
const WINDOW_SECONDS = 29;
const PAUSE_SECONDS = 0.7;

export interface Spoken {
  readonly sentence: Sentence;
  readonly pcm: Int16Array;
  /** When each word begins, in seconds. */
  readonly starts: readonly number[];
  readonly lufs: number;
}

export interface HeardWord {
  readonly word: string;
  /** Seconds from the beginning of the window. */
  readonly start: number;
}

/** Sentences that were heard in one go. */
export interface Window {
  readonly kind: Kind;
  /** Each with where it begins, in seconds. */
  readonly spoken: readonly (Spoken & { readonly at: number })[];
  readonly words: readonly HeardWord[];
  /** dBTP. */
  readonly truePeak: number;
}

export interface Heard {
  readonly windows: readonly Window[];
  /** All plain sentences as one text. */
  readonly paragraph: Int16Array;
}

/** Speaks all sentences through the service, and has Whisper write them down. @param weights unpacked packages */
export async function hear(weights: string): Promise<Heard> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-heard-'));
  try {
    const { spoken, paragraph } = await speakAll(placeVoice(weights, folder));
    return { windows: await transcribed(windowsOf(spoken), { weights, folder }), paragraph };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Piper's joe as it is published: the service makes it ready. @returns the folder of voices */
export function placeVoice(weights: string, folder: string): string {
  const [model = ''] = globSync(join(weights, '**/en_US-joe-medium.onnx'));
  const models = join(folder, 'voices');
  mkdirSync(join(models, VOICE), { recursive: true });
  copyFileSync(model, join(models, VOICE, 'en_US-joe-medium.onnx'));
  copyFileSync(`${model}.json`, join(models, VOICE, 'en_US-joe-medium.onnx.json'));
  return models;
}

async function speakAll(models: string): Promise<{ spoken: Spoken[]; paragraph: Int16Array }> {
  const speech = await startSpeech({ SPEECH_MODELS_DIR: models, SPEECH_MODEL_PROCESSES: '1' });
  try {
    const lexicon = await createLexicon(speech);
    const spoken: Spoken[] = [];
    for (const sentence of SENTENCES) {
      const lexicons = sentence.kind === 'lexicon' ? { lexicons: [lexicon] } : {};
      spoken.push({ sentence, ...(await speak(speech, { input: sentence.input, ...lexicons })) });
    }
    const plain = SENTENCES.filter(({ kind }) => kind === 'plain').map(({ input }) => input);
    const { pcm: paragraph } = await speak(speech, { input: plain.slice(0, 6).join(' ') });
    return { spoken, paragraph };
  } finally {
    await speech.close();
  }
}

async function createLexicon(speech: RunningSpeech): Promise<string> {
  const body = { name: 'Heard', language: 'en-US', rules: LEXICON };
  const answer = await speech.post('/v1/audio/lexicons', body);
  const { id } = (await answer.json()) as { id?: string };
  if (id === undefined) throw new Error(`no lexicon: ${answer.status}`);
  return id;
}

async function speak(speech: RunningSpeech, body: object): Promise<Omit<Spoken, 'sentence'>> {
  const answer = await speech.post('/v1/audio/speech', {
    ...{ voice_id: VOICE, audio_format: 'wav', options: { loudness_normalization: true } },
    ...body,
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  const { audio_data, speech_marks } = (await answer.json()) as {
    audio_data: string;
    speech_marks: { chunks: readonly { start_time: number }[] };
  };
  const bytes = Buffer.from(audio_data, 'base64').subarray(44);
  const pcm = new Int16Array(Uint8Array.from(bytes).buffer);
  const meter = new LoudnessMeter(RATE);
  meter.push(pcm);
  const starts = speech_marks.chunks.map(({ start_time }) => start_time / 1000);
  return { pcm, starts, lufs: meter.lufs };
}

type Joined = Pick<Window, 'kind' | 'spoken'>;

function windowsOf(spoken: readonly Spoken[]): readonly Joined[] {
  const windows: { kind: Kind; spoken: (Spoken & { at: number })[] }[] = [];
  let seconds = Infinity;
  for (const each of spoken) {
    const { kind } = each.sentence;
    const own = each.pcm.length / RATE + PAUSE_SECONDS;
    if (windows.at(-1)?.kind !== kind || seconds + own > WINDOW_SECONDS) {
      windows.push({ kind, spoken: [] });
      seconds = PAUSE_SECONDS;
    }
    windows.at(-1)?.spoken.push({ ...each, at: seconds });
    seconds += own;
  }
  return windows;
}

interface Ear {
  readonly weights: string;
  readonly folder: string;
}

async function transcribed(
  windows: readonly Joined[],
  { weights, folder }: Ear,
): Promise<readonly Window[]> {
  const recordings = windows.map(({ spoken }, at) => {
    const file = join(folder, `${at}.wav`);
    const pause = new Int16Array(Math.round(PAUSE_SECONDS * RATE));
    const parts = spoken.flatMap(({ pcm }) => [pause, pcm]);
    writeFileSync(file, wav(joinedPcm(...parts, pause), RATE));
    return { file, silentFrom: parts.reduce((all, part) => all + part.length, 0) / RATE };
  });
  const python = await pythonWith(join(HERE, 'requirements.txt'));
  const [model = ''] = globSync(join(weights, '**/model.bin'));
  const heard = await runWith(python, [join(HERE, 'hear.py'), dirname(model)], recordings);
  return windows.map((window, at) => ({
    ...window,
    truePeak: heard[at]?.truePeak ?? NaN,
    words: (heard[at]?.words ?? []).map(([word, start]) => ({ word, start })),
  }));
}

interface Answer {
  readonly words: readonly (readonly [string, number, number])[];
  readonly truePeak: number;
}

async function runWith(
  program: string,
  args: readonly string[],
  input: unknown,
): Promise<readonly Answer[]> {
  const running = promisify(execFile)(program, args, { maxBuffer: 1e8 });
  running.child.stdin?.end(JSON.stringify(input));
  return JSON.parse((await running).stdout) as readonly Answer[];
}
