import { basename } from 'node:path';

/** What the library is given of a model: paths and numbers. */
export type ModelConfig = Readonly<Record<string, string | number>>;

/**
 * espeak-ng's voices, which read everything but Chinese for Kokoro (sherpa-onnx 1.13.8 asks no lexicon for English words), by
 * the languages (BCP 47, in small letters) that the model itself does not read. Japanese is none of them: espeak-ng reads no kanji.
 */
const ESPEAK_VOICES: Readonly<Record<string, string>> = {
  'en-gb': 'en-gb-x-rp',
  es: 'es',
  fr: 'fr',
  hi: 'hi',
  it: 'it',
  pt: 'pt-br',
};

export interface KokoroConfigs {
  /** American English, and Chinese. */
  readonly config: ModelConfig;
  /** Of the other languages: what reads belongs to the loaded model, so each takes processes of its own. */
  readonly languages: Readonly<Record<string, ModelConfig>>;
}

/** @param lexica none of the first version, which reads English alone */
export function kokoroConfigs(config: ModelConfig, lexica: readonly string[]): KokoroConfigs {
  if (lexica.length === 0) return { config, languages: {} };
  // Of two entries of a word the first counts.
  const american = lexica.filter((lexicon) => !basename(lexicon).includes('-gb'));
  const base = { ...config, lexicon: (american.length > 0 ? american : lexica).join(',') };
  const languages = Object.entries(ESPEAK_VOICES).map(
    ([language, lang]) => [language, { ...base, lang }] as const,
  );
  return { config: base, languages: Object.fromEntries(languages) };
}

/** The one of a model's languages that a text is of; nothing where the model itself reads it. */
export function languageIn(
  languages: Readonly<Record<string, unknown>>,
  locale: string,
): string | undefined {
  const tag = locale.toLowerCase().replaceAll('_', '-');
  return [tag, tag.split('-')[0] ?? ''].find((each) => Object.hasOwn(languages, each));
}
