/** Languages that espeak-ng reads well enough to be offered, as BCP 47 tags; its own name differs where given. */
export const LANGUAGES: readonly (readonly [locale: string, espeak: string])[] = [
  ...(
    'af am ar as az be bg bn bs ca cs cy da de el eo es es-419 et eu fa fi ga gd gu he hi hr hu hy id is it ka kk kn ' +
    'ko ku ky la lb lt lv mi mk ml mr ms mt my nb ne nl or pa pl pt pt-BR ro ru si sk sl sq sr sv sw ta te th tk tr ' +
    'tt ug uk ur uz vi ba cv fo gn ht haw ia io kl kok lfn ltg nog om pap qu sd ti tn'
  )
    .split(' ')
    .map((locale) => [locale, locale.toLowerCase()] as const),
  ['en-US', 'en-us'],
  ['en-GB', 'en'],
  ['en-GB-scotland', 'en-gb-scotland'],
  ['fr-FR', 'fr'],
  ['fr-BE', 'fr-be'],
  ['fr-CH', 'fr-ch'],
  ['zh', 'cmn'],
  ['yue', 'yue'],
];

/** espeak-ng's names of all languages that are offered. */
export const ESPEAK_LANGUAGES: readonly string[] = LANGUAGES.map(([, name]) => name);

export const ESPEAK_BY_LOCALE = new Map(
  LANGUAGES.map(([locale, name]) => [locale.toLowerCase(), name]),
);

export const DEFAULTS: Readonly<Record<string, string>> = { en: 'en-us', fr: 'fr', no: 'nb' };

/** What a clone can be made to speak, by languages; regions of them are accepted too. */
export const CLONE_LOCALES: readonly string[] = LANGUAGES.map(([locale]) => locale);

/** espeak-ng's name of a language (BCP 47): exact, else without the region. */
export function espeakLanguage(tag: string): string | undefined {
  const parts = tag.toLowerCase().split(/[-_]/);
  for (let length = parts.length; length > 0; length -= 1) {
    const shorter = parts.slice(0, length).join('-');
    const found = ESPEAK_BY_LOCALE.get(shorter) ?? DEFAULTS[shorter];
    if (found !== undefined) return found;
  }
  return undefined;
}
