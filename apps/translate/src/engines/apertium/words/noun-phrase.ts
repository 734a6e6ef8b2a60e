import type { Agreement } from '../../../text/agreement.js';
import type { LexicalUnit, Reading } from './lexical-unit.js';

/** A term as words of which some change with its number. */
export interface NounPhrase {
  readonly words: readonly { readonly surface: string; readonly reading?: Reading }[];
  readonly head: Reading;
}

/** Languages whose noun comes last: `credit card`, not `tarjeta de crédito`. */
const NOUN_LAST: ReadonlySet<string> = new Set('af da en is nb nl nn sv'.split(' '));

const isNoun = ({ tags }: Reading): boolean => tags[0] === 'n';
const isAdjective = ({ tags }: Reading): boolean => tags[0] === 'adj';
const isPreposition = ({ tags }: Reading): boolean => tags[0] === 'pr';

/**
 * Reads a term as a noun with what agrees with it.
 *
 * Where the noun comes last, it alone changes; elsewhere the noun and the adjectives up to the first
 * preposition do.
 *
 * @returns undefined for everything else, such as verbs and names
 */
export function nounPhraseOf(
  units: readonly LexicalUnit[],
  language: string,
): NounPhrase | undefined {
  const isLast = NOUN_LAST.has(language);
  const prepositionAt = units.findIndex(({ readings }) => readings.some(isPreposition));
  const end = prepositionAt === -1 || isLast ? units.length : prepositionAt;
  const headAt = isLast ? end - 1 : units.findIndex(({ readings }) => readings.some(isNoun));
  const head = units[headAt]?.readings.find(isNoun);
  if (head === undefined || headAt >= end) return undefined;
  const words = units.map(({ surface, readings }, at) => {
    const agreeing = at === headAt ? head : isLast ? undefined : readings.find(isAdjective);
    return agreeing === undefined || at >= end ? { surface } : { surface, reading: agreeing };
  });
  const isRead = words.slice(0, isLast ? 0 : end).every(({ reading }) => reading !== undefined);
  return isLast || isRead ? { words, head } : undefined;
}

/** The phrase in the other number; undefined when the noun has none. */
export function inNumber({ words, head }: NounPhrase, number: 'sg' | 'pl'): NounPhrase | undefined {
  const other = number === 'pl' ? 'sg' : 'pl';
  if (!head.tags.includes(other)) return undefined;
  const changed = (reading: Reading): Reading => ({
    ...reading,
    tags: reading.tags.map((tag) => (tag === other ? number : tag)),
  });
  return {
    head: changed(head),
    words: words.map(({ surface, reading }) =>
      reading === undefined ? { surface } : { surface, reading: changed(reading) },
    ),
  };
}

/** Gender and number of the noun, where it has one of each. */
export function agreementOf({ head }: NounPhrase): Agreement | undefined {
  const gender = head.tags.find((tag) => tag === 'm' || tag === 'f');
  const number = numberOf(head);
  return gender === undefined || number === undefined ? undefined : { gender, number };
}

export const numberOf = ({ tags }: Reading): 'sg' | 'pl' | undefined =>
  tags.find((tag) => tag === 'sg' || tag === 'pl');
