import { insertSpans, isFreeIn } from '../../../text/insert-spans.js';
import type { MarkedText } from '../../../text/marked-text.js';
import { isTitle, SENTENCE_START } from './names.js';

/** Letters that are words of some language: `A`, `Y`, `И`. */
const LETTER =
  /(?<![\p{L}\p{M}\p{N}.'’-])[AEIOUYÀÁÈÉÒÓÙÅВЖЗИКОСУЯ](?![\p{L}\p{M}\p{N}'’-]|\.\p{L})/gu;

/** Capital letters alone that are words all the same. */
const WORDS: Readonly<Record<string, string>> = { en: 'I' };

/** `n/a`, `w/o`: in other languages `y/o` is words. */
const ABBREVIATION = /(?<![\p{L}\p{N}/])\p{L}\/\p{L}(?![\p{L}\p{N}/])/gu;

/**
 * Finds letters that name something (`Plan A`, `Q&A`, `A & B`): dictionaries read them as words, `Plan Un`.
 *
 * @returns the segments with such letters as protected spans; the same ones where there is none
 */
export function withSingleLetters(
  segments: readonly MarkedText[],
  language: string,
): readonly MarkedText[] {
  return segments.map((segment) => {
    const { text } = segment;
    const isFree = isFreeIn(segment);
    const abbreviations = language === 'en' ? [...text.matchAll(ABBREVIATION)] : [];
    const letters = [...text.matchAll(LETTER)].filter(
      ({ 0: letter, index }) => letter !== WORDS[language] && isName(text, index),
    );
    const ranges = [...abbreviations, ...letters]
      .map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
      .filter(({ start, end }) => isFree(start, end))
      .toSorted((a, b) => a.start - b.start || b.end - a.end)
      .filter(({ start }, at, all) => start >= (all[at - 1]?.end ?? 0));
    return insertSpans(segment, ranges, (placed) => ({ ...placed, kind: 'protected' }));
  });
}

/** Behind which no word comes that it could belong to, or within a sentence, where a word would be in small letters. */
function isName(text: string, at: number): boolean {
  const rest = text.slice(at + 1, at + 40);
  const [, next] = /^\s+["'“‘«(]*(\p{L})/u.exec(rest) ?? [];
  if (next === undefined) return true;
  if (SENTENCE_START.test(text.slice(Math.max(0, at - 20), at))) return false;
  return /\p{Ll}/u.test(next) || !isTitle(text);
}
