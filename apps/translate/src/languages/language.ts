import { LRUCache } from 'lru-cache';

declare const brand: unique symbol;

/** A BCP-47 tag in canonical form, such as `en`, `pt-BR` or `ca-valencia`. */
export type LanguageTag = string & { readonly [brand]: 'LanguageTag' };

/**
 * Regional targets that may be served by the plain language (our choice).
 *
 * A caller who asks for British English is better served with English than with an error. Any other
 * variant is a promise that only an engine that names it can keep.
 */
const FALLS_BACK_TO_PLAIN: ReadonlySet<string> = new Set([
  'en-GB',
  'en-US',
  'es-419',
  'pt-BR',
  'pt-PT',
]);

/** By code as it was written: ICU takes 20 µs to read one, and a request names two or three. */
const parsed = new LRUCache<string, LanguageTag>({ max: 1000 });

const SHAPE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;

/**
 * Reads a language code as callers and engines write it, in any case.
 *
 * `EN-us` gives `en-US`, the three-letter `spa` gives `es`.
 *
 * @returns undefined when it is not a well-formed language tag
 * @see RFC 5646, and Unicode CLDR's alias data as `Intl.getCanonicalLocales` applies it
 */
export function parseLanguage(code: string): LanguageTag | undefined {
  const known = parsed.get(code);
  if (known !== undefined) return known;
  if (!SHAPE.test(code)) return undefined;
  try {
    const [tag] = Intl.getCanonicalLocales(code) as LanguageTag[];
    if (tag !== undefined) parsed.set(code, tag);
    return tag;
  } catch {
    return undefined; // Well-formed for us, not for RFC 5646, such as a variant given twice.
  }
}

/** The language without region, script or variant: `pt` for `pt-BR`. */
export function baseLanguage(tag: LanguageTag): LanguageTag {
  return (tag.split('-', 1)[0] ?? tag) as LanguageTag;
}

/** Whether the tag names the language only. Source languages always do. */
export function isPlain(tag: LanguageTag): boolean {
  return !tag.includes('-');
}

/** The code as version 2 of the interface writes it: `EN`, `PT-BR`. */
export function upperCaseCode(tag: LanguageTag): string {
  return tag.toUpperCase();
}

const englishNames = new Intl.DisplayNames(['en'], {
  type: 'language',
  languageDisplay: 'standard',
});

/** Looking a name up takes up to a millisecond, and there are no more of them than languages. */
const knownNames = new Map<LanguageTag, string>();

/** English name, such as `Portuguese (Brazil)`. The code itself where Unicode CLDR has no name. */
export function englishName(tag: LanguageTag): string {
  const name = knownNames.get(tag) ?? englishNames.of(tag) ?? tag;
  knownNames.set(tag, name);
  return name;
}

/**
 * The target that serves a requested one: itself, or the plain language for a known regional variant.
 *
 * @returns undefined when neither is offered
 */
export function resolveTarget(
  requested: LanguageTag,
  offered: ReadonlySet<LanguageTag>,
): LanguageTag | undefined {
  if (offered.has(requested)) return requested;
  const plain = baseLanguage(requested);
  return FALLS_BACK_TO_PLAIN.has(requested) && offered.has(plain) ? plain : undefined;
}

/** Every target that a caller may ask for, sorted: what is offered and the variants it serves. */
export function requestableTargets(offered: ReadonlySet<LanguageTag>): readonly LanguageTag[] {
  const variants = [...FALLS_BACK_TO_PLAIN]
    .flatMap((code) => parseLanguage(code) ?? [])
    .filter((variant) => resolveTarget(variant, offered) !== undefined);
  return [...new Set([...offered, ...variants])].sort();
}
