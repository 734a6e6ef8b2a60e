import type { Gender, Voice } from './voice.js';

/** Languages that espeak-ng reads well enough to be offered, as BCP 47 tags; its own name differs where given. */
const LANGUAGES: readonly (readonly [locale: string, espeak: string])[] = [
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

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language' });

interface Described {
  readonly id: string;
  readonly displayName: string;
  readonly gender: Gender;
  readonly locale: string;
  readonly engine: string;
  readonly engineVoice: string;
  readonly tags?: readonly string[];
}

const shared = ({ tags = [], ...voice }: Described): Voice => ({
  ...voice,
  type: 'shared',
  rate: 1,
  pitch: 1,
  tags,
});

/** The variants of espeak-ng that make a voice a man's and a woman's. */
const VARIANTS: readonly (readonly [Gender, string])[] = [
  ['male', ''],
  ['female', '+f3'],
];

const espeakVoices = LANGUAGES.flatMap(([locale, name]) =>
  VARIANTS.map(([gender, variant]) =>
    shared({
      id: `${locale.toLowerCase()}-${gender}`,
      displayName: `${ENGLISH_NAMES.of(locale) ?? locale}, ${gender}`,
      gender,
      locale,
      engine: 'espeak-ng',
      engineVoice: `${name}${variant}`,
      tags: ['formant'],
    }),
  ),
);

const flite = (
  id: string,
  displayName: string,
  { gender, locale, voice }: { gender: Gender; locale: string; voice: string },
): Voice =>
  shared({
    id,
    displayName,
    gender,
    locale,
    engine: 'flite',
    engineVoice: voice,
    tags: ['recorded'],
  });

/** Names that users of the published service know, on the voices that are here. */
const named = (
  id: string,
  displayName: string,
  { gender, voice }: { gender: Gender; voice: string },
): Voice =>
  shared({
    id,
    displayName,
    gender,
    locale: 'en-US',
    engine: 'espeak-ng',
    engineVoice: voice,
    tags: ['formant'],
  });

/** The voices that every workspace has. */
export const SHARED_VOICES: readonly Voice[] = [
  named('george', 'George', { gender: 'male', voice: 'en-us+m3' }),
  flite('henry', 'Henry', { gender: 'male', locale: 'en-US', voice: 'rms' }),
  flite('carly', 'Carly', { gender: 'female', locale: 'en-US', voice: 'slt' }),
  named('lisa', 'Lisa', { gender: 'female', voice: 'en-us+f2' }),
  flite('scott', 'Scott', { gender: 'male', locale: 'en-GB-scotland', voice: 'awb' }),
  flite('kal', 'Kal', { gender: 'male', locale: 'en-US', voice: 'kal16' }),
  ...espeakVoices,
];

/** espeak-ng's names of all languages that are offered. */
export const ESPEAK_LANGUAGES: readonly string[] = LANGUAGES.map(([, name]) => name);

const ESPEAK_BY_LOCALE = new Map(LANGUAGES.map(([locale, name]) => [locale.toLowerCase(), name]));
const DEFAULTS: Readonly<Record<string, string>> = { en: 'en-us', fr: 'fr', no: 'nb' };

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
