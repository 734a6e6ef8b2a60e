import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ModelPlace } from '@sextant/platform-models';

/** How sherpa-onnx wants a recogniser to be named. */
export type RecogniserConfig = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

export interface SherpaModel {
  readonly name: string;
  /** Whisper hears languages that it is told of, and translates. */
  readonly family: 'whisper' | 'other';
  readonly isEnglishOnly: boolean;
}

type Finder = (pattern: RegExp) => string | undefined;

/** Of files that fit the smaller, quantised variant: its name is the longer one. */
function finderIn(folder: string): Finder {
  const files = readdirSync(folder);
  return (pattern) => {
    const [found] = files
      .filter((name) => pattern.test(name))
      .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
    return found === undefined ? undefined : join(folder, found);
  };
}

/** Recognised by its files, as sherpa-onnx's own releases name them. @throws {Error} for a folder without a model */
export function recogniserConfig(folder: string): RecogniserConfig {
  const file = finderIn(folder);
  const tokens = file(/tokens\.txt$/);
  const config = tokens === undefined ? undefined : modelOf(file, folder);
  if (tokens === undefined || config === undefined) {
    throw new Error(
      `There is no recogniser in ${folder}: Whisper, Moonshine, SenseVoice or a transducer.`,
    );
  }
  return { tokens, ...config };
}

/** What its name and files tell of a recogniser: `tiny.en-encoder.onnx` hears English alone. */
export function sherpaModelOf(folder: string, config: RecogniserConfig): SherpaModel {
  const { whisper } = config;
  const encoder = typeof whisper === 'object' ? (whisper['encoder'] ?? '') : '';
  return {
    name: basename(folder),
    family: whisper === undefined ? 'other' : 'whisper',
    isEnglishOnly: /[._-]en[._-]/.test(basename(encoder)),
  };
}

/** A recogniser that was found on disk. */
export interface FoundRecogniser {
  readonly path: string;
  /** Another one where its files are others. */
  readonly version: string;
}

/** Why a folder beside the recognisers is not used. */
export interface RefusedRecogniser {
  readonly name: string;
  readonly reason: string;
}

/** The recogniser to listen with: one of many languages before one of English, and then the largest. */
export function bestRecogniser(places: readonly ModelPlace[]): {
  readonly best: FoundRecogniser | undefined;
  readonly refused: readonly RefusedRecogniser[];
} {
  const refused: RefusedRecogniser[] = [];
  const found = places.flatMap(({ name, path }) => {
    try {
      const { isEnglishOnly } = sherpaModelOf(path, recogniserConfig(path));
      return [{ path, isEnglishOnly, ...sizeOf(path) }];
    } catch (error) {
      refused.push({ name, reason: error instanceof Error ? error.message : String(error) });
      return [];
    }
  });
  const [best] = found.toSorted(
    (a, b) => Number(a.isEnglishOnly) - Number(b.isEnglishOnly) || b.bytes - a.bytes,
  );
  return { best, refused };
}

function sizeOf(folder: string): { readonly bytes: number; readonly version: string } {
  const files = readdirSync(folder).map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return { name, size, mtimeMs };
  });
  return {
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    version: files.map(({ name, size, mtimeMs }) => `${name} ${size} ${mtimeMs}`).join(', '),
  };
}

/** Silero's model of voice activity, where it lies beside a recogniser. */
export function voiceActivityIn(folder: string): string | undefined {
  const file = readdirSync(folder).find((name) => /^silero[_-]vad.*\.onnx$/.test(name));
  return file === undefined ? undefined : join(folder, file);
}

function modelOf(file: Finder, folder: string): RecogniserConfig | undefined {
  const encoder = file(/encoder.*\.onnx$/);
  const decoder = file(/^(?!.*cached).*decoder.*\.onnx$/);
  const joiner = file(/joiner.*\.onnx$/);
  if (encoder !== undefined && decoder !== undefined) {
    return joiner === undefined
      ? { whisper: { encoder, decoder } }
      : { transducer: { encoder, decoder, joiner } };
  }
  return moonshineOf(file) ?? senseVoiceOf(file, folder);
}

function moonshineOf(file: Finder): RecogniserConfig | undefined {
  const preprocessor = file(/^preprocess.*\.onnx$/);
  const encoder = file(/^encode.*\.onnx$/);
  const uncachedDecoder = file(/^uncached_decode.*\.onnx$/);
  const cachedDecoder = file(/^cached_decode.*\.onnx$/);
  const parts = { preprocessor, encoder, uncachedDecoder, cachedDecoder };
  return isComplete(parts) ? { moonshine: parts } : undefined;
}

function senseVoiceOf(file: Finder, folder: string): RecogniserConfig | undefined {
  const model = /sense-?voice/i.test(folder) ? file(/^model.*\.onnx$/) : undefined;
  return model === undefined ? undefined : { senseVoice: { model } };
}

const isComplete = (
  parts: Readonly<Record<string, string | undefined>>,
): parts is Readonly<Record<string, string>> =>
  Object.values(parts).every((part) => part !== undefined);

/** A model that listens as a stream, as sherpa-onnx wants it to be named. */
export interface StreamingConfig {
  readonly model: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  /** NeMo's frames are twice as long as the library takes them for: times of its words would be wrong. */
  readonly tellsTimes: boolean;
}

/** Recognised by its files, as sherpa-onnx's own releases name them. @throws {Error} for a folder without such a model */
export function streamingConfig(folder: string): StreamingConfig {
  const file = finderIn(folder);
  const tokens = file(/tokens\.txt$/);
  const model = streamingModelOf(file, /nemo/i.test(basename(folder)));
  if (tokens === undefined || model === undefined) {
    throw new Error(
      `There is no streaming recogniser in ${folder}: a transducer, Paraformer, Zipformer CTC or NeMo CTC.`,
    );
  }
  return { model: { tokens, ...model }, tellsTimes: !('nemoCtc' in model) };
}

function streamingModelOf(
  file: Finder,
  isNemo: boolean,
): Readonly<Record<string, Readonly<Record<string, string>>>> | undefined {
  const encoder = file(/encoder.*\.onnx$/);
  const decoder = file(/decoder.*\.onnx$/);
  const joiner = file(/joiner.*\.onnx$/);
  if (encoder !== undefined && decoder !== undefined) {
    return joiner === undefined
      ? { paraformer: { encoder, decoder } }
      : { transducer: { encoder, decoder, joiner } };
  }
  const model = file(/^(?!silero).*\.onnx$/);
  if (model === undefined) return undefined;
  return isNemo ? { nemoCtc: { model } } : { zipformer2Ctc: { model } };
}
