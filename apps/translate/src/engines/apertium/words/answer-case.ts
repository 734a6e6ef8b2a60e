import type { MarkedText, PlacedText } from '../../../text/marked-text.js';

/** With nothing but signs before it. */
const FIRST_LETTER = /(?<=^[^\p{L}\p{N}]*)\p{L}/u;
/** A word of one letter among others. */
const SINGLE_CAPITAL = /(?<=\p{L} )\p{Lu}(?= \p{L})/gu;

/** A single letter of the source, or a word in capitals. */
const MAY_BE_CAPITAL = /(?<!\p{L})\p{Lu}(?!\p{L})|\p{Lu}{2}/u;

const CAPITALS = /\p{Lu}{2}/u;
/** What an article gets that two words of the source are one of: `The water` as `EL agua`. */
const SHORT_CAPITALS = /(?<![\p{L}.])\p{Lu}{2,3}(?![\p{L}.])/gu;

/**
 * The case of letters as the source has it, where rules lose it: the first letter of a text (`There is` as `no hay`), and words of
 * one letter (`him or her` as `le O le`).
 */
export function withCaseOf<T extends PlacedText>(source: MarkedText, answer: T): T {
  const kept = new Set(source.spans.filter(({ kind }) => kind !== 'tag').map(({ id }) => id));
  const isOwn = (at: number) =>
    !answer.spans.some(({ id, start, end }) => kept.has(id) && start <= at && at < end);
  const mayBeCapital = MAY_BE_CAPITAL.test(source.text);
  const small = answer.text.replace(SINGLE_CAPITAL, (letter, at: number) =>
    mayBeCapital || !isOwn(at) ? letter : letter.toLowerCase(),
  );
  const text = small.replace(SHORT_CAPITALS, (word, at: number) =>
    CAPITALS.test(source.text) || !isOwn(at) ? word : word.charAt(0) + word.slice(1).toLowerCase(),
  );
  return { ...answer, text: withFirstOf(source, text, isOwn) };
}

function withFirstOf(source: MarkedText, text: string, isOwn: (at: number) => boolean): string {
  const asked = FIRST_LETTER.exec(source.text);
  const found = FIRST_LETTER.exec(text);
  if (asked === null || found === null || !/\p{Lu}/u.test(asked[0])) return text;
  const isKept = source.spans.some(
    ({ kind, start, end }) => kind !== 'tag' && start <= asked.index && asked.index < end,
  );
  const capital = found[0].toUpperCase();
  if (isKept || !isOwn(found.index) || capital.length !== found[0].length) return text;
  return text.slice(0, found.index) + capital + text.slice(found.index + 1);
}
