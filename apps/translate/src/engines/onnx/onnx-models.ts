import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelPlace } from '@sextant/platform-models';
import { baseLanguage, parseLanguage, type LanguageTag } from '../../languages/language.js';
import type { Direction } from '../direction.js';
import type { ModelLanguages } from './model-messages.js';
import { precisionIn } from './model-precision.js';
import { hasRuntime, RUNTIME_MISSING } from './onnx-runtime.js';

/** A direction of a model, with the tokens by which the model knows it. */
export interface ModelDirection extends Direction {
  readonly languages?: ModelLanguages | undefined;
}

/** A model as it lies on disk. */
export interface OnnxModel {
  /** Its folder's name. */
  readonly name: string;
  readonly folder: string;
  readonly directions: readonly ModelDirection[];
}

/** A folder that looks like a model and is none that can be used. */
export interface UnusableModel {
  readonly name: string;
  readonly reason: string;
}

export interface FoundModels {
  readonly models: readonly OnnxModel[];
  readonly unusable: readonly UnusableModel[];
}

const NEEDED = ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json'];

/**
 * Reads what each says of itself.
 *
 * @param isRunnable whether there is something that runs models
 */
export function readModels(
  places: readonly ModelPlace[],
  isRunnable: () => boolean = hasRuntime,
): FoundModels {
  if (places.length > 0 && !isRunnable()) {
    return { models: [], unusable: places.map(({ name }) => ({ name, reason: RUNTIME_MISSING })) };
  }
  const models: OnnxModel[] = [];
  const unusable: UnusableModel[] = [];
  for (const { name, path } of places) {
    try {
      models.push(readModel(path, name));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      unusable.push({ name, reason });
    }
  }
  return { models, unusable };
}

function readModel(folder: string, name: string): OnnxModel {
  const missing = NEEDED.filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0) throw new Error(`there is no ${missing.join(', ')}`);
  precisionIn(folder);
  const { model_type: family } = json(folder, 'config.json') as { model_type?: unknown };
  const read = typeof family === 'string' ? READERS.get(family) : undefined;
  if (read === undefined) {
    const known = [...READERS.keys()].join(', ');
    throw new Error(
      `its kind is ${family === undefined ? 'not named' : JSON.stringify(family)}: ${known}`,
    );
  }
  const directions = read(folder, name);
  if (directions.length === 0) throw new Error('it names no languages');
  return { name, folder, directions };
}

type Reader = (folder: string, name: string) => readonly ModelDirection[];

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['marian', pairOf],
  ['m2m_100', (folder) => eachToEach(languagesIn(folder, /^__([a-z]{2,3})__$/))],
]);

/** `model.json` says it, as `npm run models` writes it; else the name does: `en-de`, `opus-mt-en-de`. */
function pairOf(folder: string, name: string): readonly ModelDirection[] {
  const record = existsSync(join(folder, 'model.json')) ? json(folder, 'model.json') : {};
  const { pairs } = record as { pairs?: readonly { source: string; target: string }[] };
  const [, from, to] = /(?:^|-)([a-z]{2,3})-([a-z]{2,3})$/.exec(name) ?? [];
  const named = from === undefined || to === undefined ? [] : [{ source: from, target: to }];
  return (pairs ?? named).flatMap((pair) => {
    const source = parseLanguage(pair.source);
    const target = parseLanguage(pair.target);
    if (source === undefined || target === undefined) return [];
    return [{ source: baseLanguage(source), target }];
  });
}

type AddedToken = string | { readonly content: string };

interface TokenizerConfig {
  readonly additional_special_tokens?: readonly AddedToken[];
  readonly added_tokens_decoder?: Readonly<Record<string, AddedToken>>;
}

interface KnownLanguage {
  readonly tag: LanguageTag;
  readonly token: string;
}

/** Languages as tokens of their own: `__de__` of M2M-100, `deu_Latn` of NLLB. */
function languagesIn(folder: string, m2m: RegExp): readonly KnownLanguage[] {
  // `tokenizer.json` has them too, among megabytes of other things.
  const { additional_special_tokens: special = [], added_tokens_decoder: added = {} } = json(
    folder,
    'tokenizer_config.json',
  ) as TokenizerConfig;
  const tokens = [...special, ...Object.values(added)].map((token) =>
    typeof token === 'string' ? token : token.content,
  );
  const known = tokens.flatMap((token): KnownLanguage[] => {
    const [, plain] = m2m.exec(token) ?? [];
    const [, language, script] = /^([a-z]{3})_([A-Z][a-z]{3})$/.exec(token) ?? [];
    const tag = plain ?? (language === undefined ? undefined : shortest(language, script ?? ''));
    const parsed = tag === undefined ? undefined : parseLanguage(tag);
    return parsed === undefined ? [] : [{ tag: parsed, token }];
  });
  return [...new Map(known.map((language) => [language.tag, language])).values()];
}

/** `deu`, `Latn` is `de`, which nobody writes otherwise; `zho`, `Hant` is `zh-Hant`. */
function shortest(language: string, script: string): string | undefined {
  try {
    const { language: own, script: written } = new Intl.Locale(language, { script });
    const usual = new Intl.Locale(own).maximize().script;
    return usual === written || written === undefined ? own : `${own}-${written}`;
  } catch {
    return undefined;
  }
}

/** From every plain language to every one. */
function eachToEach(languages: readonly KnownLanguage[]): readonly ModelDirection[] {
  const sources = languages.filter(({ tag }) => tag === baseLanguage(tag));
  return sources.flatMap((source) =>
    languages
      .filter(({ tag }) => baseLanguage(tag) !== source.tag)
      .map((target) => ({
        source: source.tag,
        target: target.tag,
        languages: { source: source.token, target: target.token },
      })),
  );
}

const json = (folder: string, file: string): unknown =>
  JSON.parse(readFileSync(join(folder, file), 'utf8'));
