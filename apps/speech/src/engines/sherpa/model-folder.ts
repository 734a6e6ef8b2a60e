import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelPlace } from '@sextant/platform-models';
import type { Gender } from '../../voices/catalogue/voice.js';

export type ModelFamily = 'vits' | 'kokoro' | 'matcha' | 'zipvoice';

/** A model as it lies on disk. */
export interface ModelFolder {
  /** The folder's name, which is the id of its voices. */
  readonly name: string;
  readonly family: ModelFamily;
  /** Paths, as the library wants them. */
  readonly config: Readonly<Record<string, string>>;
  readonly locale: string;
  readonly speakers: readonly Speaker[];
}

export interface Speaker {
  readonly index: number;
  readonly name: string;
  readonly gender: Gender;
  readonly locale?: string | undefined;
}

/** What an operator may say about a model beside it, in `voices.json`. */
interface VoicesFile {
  readonly locale?: string;
  readonly speakers?: readonly { index: number; name: string; gender?: Gender; locale?: string }[];
}

/** What of these is a model; what is none or cannot be read is left out. */
export const modelFolders = (places: readonly ModelPlace[]): ModelFolder[] =>
  places.flatMap(({ name, path }) => {
    try {
      return modelFolder(path, name) ?? [];
    } catch {
      return [];
    }
  });

/** Recognised by its files, as sherpa-onnx's own releases name them. */
function modelFolder(path: string, name: string): ModelFolder | undefined {
  const files = readdirSync(path);
  const found = configOf(path, files);
  if (found === undefined) return undefined;
  const about = aboutOf(path);
  return {
    name,
    ...found,
    locale: about.locale ?? localeOf(name),
    speakers: (about.speakers ?? [{ index: 0, name }]).map((speaker) => ({
      gender: 'not_specified',
      ...speaker,
    })),
  };
}

function configOf(
  path: string,
  files: readonly string[],
): Pick<ModelFolder, 'family' | 'config'> | undefined {
  const at = (name: string): string => join(path, name);
  const onnx = (pattern: RegExp): string | undefined => {
    const file = files.find((each) => each.endsWith('.onnx') && pattern.test(each));
    return file === undefined ? undefined : at(file);
  };
  if (!files.includes('tokens.txt')) return undefined;
  const common = { tokens: at('tokens.txt'), ...phonemes(path, files) };
  const vocoder = onnx(/vocos|hifigan|vocoder/);
  const encoder = onnx(/encoder/);
  const decoder = onnx(/decoder/);
  if (encoder !== undefined && decoder !== undefined && vocoder !== undefined) {
    return { family: 'zipvoice', config: { ...common, encoder, decoder, vocoder } };
  }
  const model = onnx(/^(?!.*(vocos|hifigan|vocoder))/);
  if (model === undefined) return undefined;
  if (files.includes('voices.bin')) {
    return { family: 'kokoro', config: { ...common, model, voices: at('voices.bin') } };
  }
  if (vocoder !== undefined) {
    return { family: 'matcha', config: { ...common, acousticModel: model, vocoder } };
  }
  return { family: 'vits', config: { ...common, model } };
}

/** Pronunciation: espeak-ng's data or a lexicon, whichever the model comes with. */
function phonemes(path: string, files: readonly string[]): Record<string, string> {
  const lexica = files
    .filter((file) => /^lexicon.*\.txt$/.test(file))
    .map((file) => join(path, file));
  const data = files.find(
    (file) => file === 'espeak-ng-data' && statSync(join(path, file)).isDirectory(),
  );
  return {
    ...(data === undefined ? {} : { dataDir: join(path, data) }),
    ...(lexica.length === 0 ? {} : { lexicon: lexica.join(',') }),
  };
}

function aboutOf(path: string): VoicesFile {
  const file = join(path, 'voices.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as VoicesFile) : {};
}

/** `vits-piper-en_US-lessac-medium` is American English; English if nothing is named. */
function localeOf(name: string): string {
  const [, language, region] = /(?:^|-)([a-z]{2})_([A-Z]{2})(?:-|$)/.exec(name) ?? [];
  return language === undefined || region === undefined ? 'en-US' : `${language}-${region}`;
}
