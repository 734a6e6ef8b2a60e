import { isPlain, parseLanguage, type LanguageTag } from '../../../languages/language.js';
import type { Direction } from '../../direction.js';

const MODE_NAME = /^([a-z]{2,3})-([a-z]{2,3})(?:_([A-Za-z0-9_]+))?$/;

/** Apertium's variant names and the BCP-47 subtags that mean the same. Others are not offered. */
const VARIANT_SUBTAGS: ReadonlyMap<string, string> = new Map([
  ['BR', 'BR'],
  ['PT', 'PT'],
  ['US', 'US'],
  ['GB', 'GB'],
  ['valencia', 'valencia'],
  ['aran', 'aranes'],
  ['gascon', 'gascon'],
]);

/** Serbo-Croatian data serves three languages as a source; as a target the variant tells which. */
const SERBO_CROATIAN = ['bs', 'hr', 'sr'] as const;
const SERBO_CROATIAN_VARIANTS: ReadonlyMap<string, string> = new Map([
  ['BS', 'bs'],
  ['HR', 'hr'],
  ['SR', 'sr'],
]);

/** ISO 639-3 codes of individual languages that callers know by the code of their macrolanguage. */
const INDIVIDUAL_LANGUAGES: ReadonlyMap<string, string> = new Map([['zlm', 'ms']]);

/**
 * The directions that a mode serves, by its name.
 *
 * `eng-spa` is `en` to `es`, `es-pt_BR` is `es` to `pt-BR`, `hbs-eng` is `bs`, `hr` and `sr` to `en`.
 * Empty for what is no translation between two languages for a caller: modes for debugging, spelling
 * reforms, source variants, a language into a form of itself.
 */
export function directionsOfMode(name: string): readonly Direction[] {
  const match = MODE_NAME.exec(name);
  if (match === null) return [];
  const [, source = '', target = '', variant] = match;
  const targets = tagsOfTarget(target, variant);
  return tagsOfSource(source).flatMap((from) =>
    targets
      .filter((to) => !sameLanguage(source, target) && from !== to)
      .map((to) => ({ source: from, target: to })),
  );
}

const sameLanguage = (source: string, target: string): boolean =>
  parseLanguage(source) === parseLanguage(target);

function tagsOfSource(code: string): readonly LanguageTag[] {
  if (code === 'hbs') return tags(SERBO_CROATIAN);
  return tags([INDIVIDUAL_LANGUAGES.get(code) ?? code]).filter(isPlain);
}

function tagsOfTarget(code: string, variant: string | undefined): readonly LanguageTag[] {
  if (code === 'hbs') return tags([SERBO_CROATIAN_VARIANTS.get(variant ?? '')]);
  const language = INDIVIDUAL_LANGUAGES.get(code) ?? code;
  if (variant === undefined) return tags([language]);
  const subtag = VARIANT_SUBTAGS.get(variant);
  return subtag === undefined ? [] : tags([`${language}-${subtag}`]);
}

const tags = (codes: readonly (string | undefined)[]): readonly LanguageTag[] =>
  codes.flatMap((code) => parseLanguage(code ?? '') ?? []);
