import { basename } from 'node:path';

/** What the library is given of a model: paths and numbers. */
export type ModelConfig = Readonly<Record<string, string | number>>;

/** espeak-ng's voices for what Kokoro's lexica do not have. Japanese is none of them: espeak-ng reads no kanji. */
const ESPEAK_VOICES: Readonly<Record<string, string>> = {
  es: 'es',
  fr: 'fr-fr',
  hi: 'hi',
  it: 'it',
  pt: 'pt-br',
};
const BRITISH = 'en-gb';
const isBritish = (lexicon: string): boolean => /lexicon-gb/.test(basename(lexicon));
const isEnglish = (lexicon: string): boolean => /lexicon-(gb|us)/.test(basename(lexicon));

export interface KokoroConfigs {
  /** American English, and Chinese; without an American lexicon British English. */
  readonly config: ModelConfig;
  /** Of the other languages, by BCP 47 in small letters: what reads belongs to the loaded model, so each takes processes of its own. */
  readonly languages: Readonly<Record<string, ModelConfig>>;
}

/** @param lexica none of the first version, which reads English alone */
export function kokoroConfigs(config: ModelConfig, lexica: readonly string[]): KokoroConfigs {
  if (lexica.length === 0) return { config, languages: {} };
  const british = lexica.filter(isBritish);
  const american = lexica.filter((lexicon) => !isBritish(lexicon));
  const rest = lexica.filter((lexicon) => !isEnglish(lexicon));
  const reading = (from: readonly string[]): ModelConfig => ({
    ...config,
    lexicon: from.join(','),
  });
  const base = american.some(isEnglish) ? american : lexica;
  const espeak = Object.entries(ESPEAK_VOICES).map(
    ([language, lang]) => [language, { ...reading(base), lang }] as const,
  );
  return {
    config: reading(base),
    languages: {
      ...Object.fromEntries(espeak),
      ...(british.length === 0 || base === lexica
        ? {}
        : { [BRITISH]: reading([...british, ...rest]) }),
    },
  };
}

/** The one of a model's languages that a text is of; nothing where the model itself reads it. */
export function languageIn(
  languages: Readonly<Record<string, unknown>>,
  locale: string,
): string | undefined {
  const tag = locale.toLowerCase().replaceAll('_', '-');
  return [tag, tag.split('-')[0] ?? ''].find((each) => Object.hasOwn(languages, each));
}
