import type { Voice } from './voices.js';

/** What a voice is made of, as people choose by. */
export const KINDS = ['neural', 'recorded', 'formant', 'cloned'] as const;
export type VoiceKind = (typeof KINDS)[number];

/** What voices are looked for by; empty: any. */
export interface VoiceFilter {
  /** Words of name, language or licence. */
  readonly search: string;
  /** The first part of a BCP 47 tag, such as `en`. */
  readonly language: string;
  readonly kind: string;
  /** `allowed`: those that may be used in a business. */
  readonly use: string;
}

export const NO_FILTER: VoiceFilter = { search: '', language: '', kind: '', use: '' };

export const languageOf = ({ locale }: Voice): string => locale.split('-', 1)[0] ?? locale;

export const kindOf = ({ type, tags }: Voice): VoiceKind =>
  type === 'personal' ? 'cloned' : (KINDS.find((kind) => tags.includes(kind)) ?? 'formant');

/** Languages of the voices by their names, in the order of these. */
export function languagesOf(
  voices: readonly Voice[],
  nameOf: (tag: string) => string,
): readonly (readonly [tag: string, name: string])[] {
  const tags = new Set(voices.map(languageOf));
  return [...tags]
    .map((tag) => [tag, nameOf(tag)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other));
}

/** Voices that a filter lets through, one's own and neural ones first. */
export function foundVoices(
  voices: readonly Voice[],
  { search, language, kind, use }: VoiceFilter,
  nameOf: (tag: string) => string,
): readonly Voice[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  return voices
    .filter((voice) => language === '' || languageOf(voice) === language)
    .filter((voice) => kind === '' || kindOf(voice) === kind)
    .filter(({ type, licence }) => {
      return use === '' || type === 'personal' || licence?.commercial_use === use;
    })
    .filter((voice) => {
      const text = textOf(voice, nameOf).toLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .toSorted((one, other) => orderOf(one) - orderOf(other));
}

const textOf = ({ id, display_name: name, locale, gender, licence }: Voice, nameOf: NameOf) =>
  [id, name, locale, nameOf(locale), gender, licence?.name ?? ''].join(' ');

type NameOf = (tag: string) => string;

const ORDER: readonly VoiceKind[] = ['cloned', 'neural', 'recorded', 'formant'];
const orderOf = (voice: Voice): number => ORDER.indexOf(kindOf(voice));
