import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ModelError,
  onnxMetadata,
  preparePiper,
  RECORD_FILE,
  type ModelPlace,
  type ModelRecord,
} from '@sextant/platform-models';
import type { VoiceLicence } from '../../voices/catalogue/voice.js';
import { kokoroConfigs, type ModelConfig } from './kokoro-languages.js';
import { readVoicesFile, type Speaker } from './voices-file.js';

export type ModelFamily = 'vits' | 'kokoro' | 'kitten' | 'matcha' | 'zipvoice';

/** A model as it lies on disk. */
export interface ModelFolder {
  /** The folder's name, which is the id of its voices. */
  readonly name: string;
  readonly path: string;
  readonly family: ModelFamily;
  /** Paths and numbers, as the library wants them. */
  readonly config: ModelConfig;
  /** For languages that need processes of their own. */
  readonly languages?: Readonly<Record<string, ModelConfig>>;
  /** Whether it reads with espeak-ng's data and comes without. */
  readonly needsEspeakData: boolean;
  readonly locale: string;
  readonly speakers: readonly Speaker[];
  /** Whether its licence and that of its base allow use in a business, as the command that fetched it recorded. */
  readonly isFree: boolean;
  /** As that command recorded it; absent for a model that was put in place by hand. */
  readonly licence?: VoiceLicence;
  /** Changes when a file of the model does. */
  readonly version: string;
}

/** A place that is meant to be a model, and why it cannot be one. */
export interface RefusedFolder {
  readonly name: string;
  readonly reason: string;
}

export const isRefused = (found: ModelFolder | RefusedFolder): found is RefusedFolder =>
  'reason' in found;

/**
 * Reads a model, recognised by its files as sherpa-onnx's own releases name them. To a voice of Piper that was put in place as
 * it is published, tokens and metadata are added.
 */
export async function readModelFolder(place: ModelPlace): Promise<ModelFolder | RefusedFolder> {
  try {
    return await modelFolder(place);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason =
      error instanceof ModelError ? message : `it cannot be read: ${withoutPath(message, place)}`;
    return { name: place.name, reason };
  }
}

/** Readiness is shown to anybody: where models lie is not. */
export const withoutPath = (text: string, { path }: Pick<ModelPlace, 'path'>): string =>
  text.replaceAll(`${path}/`, '').replaceAll(path, 'its folder');

async function modelFolder({ name, path }: ModelPlace): Promise<ModelFolder> {
  const piper = await preparePiper(path);
  const files = await readdir(path);
  const found = await configOf(path, files);
  const [about, record] = [await readVoicesFile(path), await recordOf(path)];
  return {
    ...{ name, path },
    ...found,
    needsEspeakData: needsEspeakData(found),
    locale: about.locale ?? piper?.locale ?? localeOf(name),
    speakers: about.speakers ?? [{ index: 0, name, gender: 'not_specified' }],
    isFree: record?.commercialUse === 'allowed',
    ...(record === undefined ? {} : { licence: licenceOf(record) }),
    version: await versionOf(path, files),
  };
}

function needsEspeakData({ family, config }: Pick<ModelFolder, 'family' | 'config'>): boolean {
  if ('dataDir' in config) return false;
  return family === 'kitten' || (family === 'vits' && !('lexicon' in config));
}

const VOCODER = /vocos|hifigan|vocoder/;
const ENCODER = /encoder/;
const DECODER = /decoder/;

/** Whether a folder with these files imitates recordings. */
export const isZipVoice = (files: readonly string[]): boolean =>
  files.includes('tokens.txt') &&
  [ENCODER, DECODER, VOCODER].every((kind) =>
    files.some((file) => file.endsWith('.onnx') && kind.test(file)),
  );

async function configOf(
  path: string,
  files: readonly string[],
): Promise<Pick<ModelFolder, 'family' | 'config' | 'languages'>> {
  const at = (name: string): string => join(path, name);
  const onnx = (pattern: RegExp): string | undefined => {
    const file = files.find((each) => each.endsWith('.onnx') && pattern.test(each));
    return file === undefined ? undefined : at(file);
  };
  const model = onnx(new RegExp(`^(?!.*(${VOCODER.source}))`));
  if (model === undefined) throw new ModelError('it has no .onnx file of a voice');
  if (!files.includes('tokens.txt')) {
    throw new ModelError('it has neither tokens.txt nor the .onnx.json that Piper publishes');
  }
  const lexica = lexicaIn(path, files);
  const common = { tokens: at('tokens.txt'), ...(await phonemes(path, files)) };
  const vocoder = onnx(VOCODER);
  const encoder = onnx(ENCODER);
  const decoder = onnx(DECODER);
  if (encoder !== undefined && decoder !== undefined && vocoder !== undefined) {
    return { family: 'zipvoice', config: { ...common, encoder, decoder, vocoder } };
  }
  if (files.includes('voices.bin')) {
    const config = { ...common, model, voices: at('voices.bin') };
    if (await isKitten(model)) return { family: 'kitten', config };
    return { family: 'kokoro', ...kokoroConfigs(config, lexica) };
  }
  if (vocoder !== undefined) {
    return { family: 'matcha', config: { ...common, acousticModel: model, vocoder } };
  }
  return { family: 'vits', config: { ...common, model, ...(await scalesOf(model)) } };
}

/** By name, whatever the order of the folder. */
const lexicaIn = (path: string, files: readonly string[]): readonly string[] =>
  files
    .filter((file) => /^lexicon.*\.txt$/.test(file))
    .toSorted()
    .map((file) => join(path, file));

/** Its files are called as Kokoro's are. */
const isKitten = async (model: string): Promise<boolean> =>
  (await onnxMetadata(model)).get('model_type') === 'kitten-tts';

/** Pronunciation: espeak-ng's data or a lexicon, whichever the model comes with. */
async function phonemes(path: string, files: readonly string[]): Promise<Record<string, string>> {
  const lexica = lexicaIn(path, files);
  const data = join(path, 'espeak-ng-data');
  const hasData = files.includes('espeak-ng-data') && (await stat(data)).isDirectory();
  return {
    ...(hasData ? { dataDir: data } : {}),
    ...(lexica.length === 0 ? {} : { lexicon: lexica.join(',') }),
  };
}

/** How the voice of Piper wants to be spoken with: variation of sound and of length, and pace. */
async function scalesOf(model: string): Promise<Record<string, number>> {
  if (!existsSync(`${model}.json`)) return {};
  const { inference = {} } = JSON.parse(await readFile(`${model}.json`, 'utf8')) as {
    inference?: Readonly<Record<string, unknown>>;
  };
  const scales = [
    ['noiseScale', inference['noise_scale']],
    ['noiseScaleW', inference['noise_w']],
    ['lengthScale', inference['length_scale']],
  ] as const;
  return Object.fromEntries(
    scales.flatMap(([name, value]) =>
      typeof value === 'number' && value >= 0 && value <= 4 ? [[name, value]] : [],
    ),
  );
}

async function recordOf(path: string): Promise<ModelRecord | undefined> {
  const file = join(path, RECORD_FILE);
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as ModelRecord) : undefined;
}

const licenceOf = ({ licence, base, commercialUse = 'unknown' }: ModelRecord): VoiceLicence => ({
  ...{ name: licence, commercialUse },
  ...(base === undefined ? {} : { base }),
});

async function versionOf(path: string, files: readonly string[]): Promise<string> {
  const states = files.toSorted().map(async (file) => {
    const { size, mtimeMs } = await stat(join(path, file));
    return `${file} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(states)).join(' ');
}

/** `vits-piper-en_US-lessac-medium` is American English; English if nothing is named. */
function localeOf(name: string): string {
  const [, language, region] = /(?:^|-)([a-z]{2})_([A-Z]{2})(?:-|$)/.exec(name) ?? [];
  return language === undefined || region === undefined ? 'en-US' : `${language}-${region}`;
}
