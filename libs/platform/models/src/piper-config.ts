import { ModelError } from './model-error.js';
import type { OnnxMetadata } from './onnx-metadata.js';

/** What is used of `x.onnx.json`, as Piper writes it beside `x.onnx`. */
export interface PiperConfig {
  readonly sampleRate: number;
  /** espeak-ng's name of the voice that reads for it. */
  readonly espeakVoice: string;
  /** In English. */
  readonly language: string;
  /** BCP 47; nothing where the file does not say. */
  readonly locale?: string;
  readonly speakerCount: number;
  /** Names by index; none of a voice with one speaker. */
  readonly speakers: readonly { readonly index: number; readonly name: string }[];
  /** Symbols of phonemes with their numbers. */
  readonly symbols: readonly (readonly [string, number])[];
}

type Json = Readonly<Record<string, unknown>>;

/** More are no speakers that anybody chooses between. */
const MOST_SPEAKERS = 1000;
const MOST_SYMBOLS = 2000;

/** @throws {ModelError} when it is no such file, or needs what the engine does not have */
export function readPiperConfig(text: string): PiperConfig {
  const json = parsed(text);
  const type = json['phoneme_type'] ?? 'espeak';
  if (type !== 'espeak') {
    throw new ModelError(
      `its phonemes are not espeak-ng's but of the type ${JSON.stringify(type)}`,
    );
  }
  const { code, name_english: name } = objectOf(json, 'language');
  const espeakVoice = objectOf(json, 'espeak')['voice'];
  if (typeof espeakVoice !== 'string' || !/^[\w-]{2,40}$/.test(espeakVoice)) {
    throw new ModelError('its .onnx.json names no voice of espeak-ng');
  }
  const speakerCount = numberOf(json, 'num_speakers', { least: 1, most: 100_000, absent: 1 });
  return {
    sampleRate: numberOf(objectOf(json, 'audio'), 'sample_rate', { least: 4000, most: 192_000 }),
    espeakVoice,
    language: typeof name === 'string' ? name : 'unknown',
    ...(typeof code === 'string' && /^[a-z]{2,3}_[A-Z]{2}$/.test(code)
      ? { locale: code.replace('_', '-') }
      : {}),
    speakerCount,
    speakers: speakersOf(objectOf(json, 'speaker_id_map'), speakerCount),
    symbols: symbolsOf(objectOf(json, 'phoneme_id_map')),
  };
}

/** `tokens.txt` as sherpa-onnx reads it. */
export const tokensOf = ({ symbols }: PiperConfig): string =>
  symbols.map(([symbol, id]) => `${symbol} ${id}\n`).join('');

/** What sherpa-onnx wants to find in the model itself. */
export const metadataOf = (config: PiperConfig): OnnxMetadata =>
  new Map([
    ['model_type', 'vits'],
    ['comment', 'piper'],
    ['language', config.language],
    ['voice', config.espeakVoice],
    ['has_espeak', '1'],
    ['n_speakers', String(config.speakerCount)],
    ['sample_rate', String(config.sampleRate)],
  ]);

function parsed(text: string): Json {
  try {
    const json: unknown = JSON.parse(text);
    if (isObject(json)) return json;
  } catch {
    // Said below.
  }
  throw new ModelError('its .onnx.json is no JSON object');
}

function symbolsOf(map: Json): PiperConfig['symbols'] {
  const entries = Object.entries(map);
  if (entries.length === 0 || entries.length > MOST_SYMBOLS) {
    throw new ModelError('its .onnx.json has no phoneme_id_map');
  }
  return entries
    .filter(([symbol]) => symbol === ' ' || !/^\s*$/.test(symbol))
    .map(([symbol, ids]) => {
      const [id, ...more] = Array.isArray(ids) ? (ids as unknown[]) : [ids];
      if (!Number.isSafeInteger(id) || more.length > 0) {
        throw new ModelError(`its phoneme ${JSON.stringify(symbol)} has no number of its own`);
      }
      // Piper 1.5 trains vowels of several signs as one; sherpa-onnx reads sign by sign.
      if (Array.from(symbol).length > 1) {
        throw new ModelError(
          `its phoneme ${JSON.stringify(symbol)} has several signs, which sherpa-onnx cannot read`,
        );
      }
      return [symbol, id as number] as const;
    });
}

function speakersOf(map: Json, count: number): PiperConfig['speakers'] {
  if (count === 1) return [];
  return Object.entries(map)
    .flatMap(([name, index]) =>
      Number.isSafeInteger(index) && (index as number) >= 0 && (index as number) < count
        ? [{ index: index as number, name }]
        : [],
    )
    .toSorted((a, b) => a.index - b.index)
    .slice(0, MOST_SPEAKERS);
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly absent?: number;
}

function numberOf(json: Json, member: string, { least, most, absent }: Bounds): number {
  const value = json[member] ?? absent;
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) {
    return value as number;
  }
  throw new ModelError(`its .onnx.json has no ${member}`);
}

const objectOf = (json: Json, member: string): Json => {
  const value = json[member];
  return isObject(value) ? value : {};
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
