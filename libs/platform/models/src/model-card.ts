/** Whether something may be used in a business: `unknown` where nobody says. */
export type CommercialUse = 'allowed' | 'forbidden' | 'unknown';

/** What the card of a Piper voice says of its rights. */
export interface ModelCard {
  /** Of the recordings. */
  readonly licence: string;
  /** The voice that training began with, with the licence of that one's recordings; nothing where it began with none. */
  readonly base?: string;
  /** By the licence and the base together. */
  readonly commercialUse: CommercialUse;
}

interface Base {
  readonly name: RegExp;
  readonly licence: string;
  readonly use: CommercialUse;
}

/** Voices that others are trained from, with those that they were trained from in turn. */
const BASES: readonly Base[] = [
  // https://www.cstr.ed.ac.uk/projects/blizzard/2013/lessac_blizzard2013/license.html
  { name: /\blessac\b/i, licence: 'Blizzard 2013, research only', use: 'forbidden' },
  { name: /\bryan\b/i, licence: 'CC-BY-NC-SA-4.0', use: 'forbidden' },
  { name: /\b(thorsten|davefx)\b/i, licence: 'itself trained from lessac', use: 'forbidden' },
  { name: /\bkristin\b/i, licence: 'public domain', use: 'allowed' },
  { name: /\brdh\b/i, licence: 'CC0-1.0', use: 'allowed' },
];

const UNKNOWN = { licence: 'licence unknown', use: 'unknown' } as const;

const FORBIDDING =
  /\bNC\b|non-?commercial|\bno(?:t|n)?\b.{0,30}\bcommercial|\bcommercial\b.{0,30}\b(?:not|forbidden|prohibited)\b|blizzard|research/i;
const ALLOWING = /public domain|\bCC[ -]?0\b|\bCC[ -]BY\b|\bApache\b|\bBSD\b|\bunlicen[cs]e\b/i;
/** In small letters it is a word of German. */
const MIT = /\bMIT\b/;
/** What a voice says may be no derivative; and nothing is allowed by a licence that it is not of. */
const DOUBTFUL = /\bND\b|no-?deriv|\b(?:not|except|unless|nicht)\b/i;
const LONGEST_LINE = 120;

/** @param text as the publisher of Piper's voices writes them: `MODEL_CARD` */
export function readModelCard(text: string): ModelCard {
  const licences = [...text.matchAll(/^\W*licen[cs]e:\s*(.+)$/gim)]
    .map(([, said = '']) => printable(said))
    .filter((said) => said !== '');
  const licence = licences[0] ?? 'not stated';
  // Of several the strictest counts.
  const ofVoice = licences.map(useOf).reduce(worse, licences.length > 0 ? 'allowed' : 'unknown');
  const base = found(text, /\bfine-?\s?tuned\b.*?\bfrom\s+(.+)$/im);
  if (base === '') {
    const ofBase = /trained from scratch/i.test(text) ? 'allowed' : 'unknown';
    return { licence, commercialUse: worse(ofVoice, ofBase) };
  }
  const { licence: ofBase, use } = BASES.find(({ name }) => name.test(base)) ?? UNKNOWN;
  return {
    licence,
    base: `${base} (${ofBase})`,
    commercialUse: worse(ofVoice, use),
  };
}

/** Empty where the card does not say. */
const found = (text: string, pattern: RegExp): string => printable(pattern.exec(text)?.[1] ?? '');

/** What a licence says by itself. */
export function useOf(licence: string): CommercialUse {
  if (FORBIDDING.test(licence)) return 'forbidden';
  const isAllowed = ALLOWING.test(licence) || MIT.test(licence);
  return isAllowed && !DOUBTFUL.test(licence) ? 'allowed' : 'unknown';
}

const worse = (one: CommercialUse, other: CommercialUse): CommercialUse =>
  (['forbidden', 'unknown'] as const).find((use) => one === use || other === use) ?? 'allowed';

/** Shown on terminals: cards come from strangers. */
const printable = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ')
    .trim()
    .replace(/\.$/, '')
    .slice(0, LONGEST_LINE);
