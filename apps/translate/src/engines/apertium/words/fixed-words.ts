import { insertSpans, isFreeIn } from '../../../text/insert-spans.js';
import type { MarkedText } from '../../../text/marked-text.js';
import type { TextRange } from '../../../text/untranslatable.js';
import { isTitle, SENTENCE_START } from './names.js';

/** Letters that are words of some language: `A`, `Y`, `И`. */
const LETTER =
  /(?<![\p{L}\p{M}\p{N}.'’-])[AEIOUYÀÁÈÉÒÓÙÅВЖЗИКОСУЯ](?![\p{L}\p{M}\p{N}'’-]|\.\p{L})/gu;

/** Capital letters alone that are words all the same. */
const WORDS: Readonly<Record<string, string>> = { en: 'I' };

/** `n/a`, `w/o`: in other languages `y/o` is words. */
const ABBREVIATION = /(?<![\p{L}\p{N}/])\p{L}\/\p{L}(?![\p{L}\p{N}/])/gu;

/** `iPhone`, `macOS`, `YouTube`: generators write `IPHONE`. */
const MIXED_CASE =
  /(?<![\p{L}\p{M}\p{N}])(?:\p{Ll}{1,10}\p{Lu}|\p{Lu}\p{Ll}{1,20}\p{Lu}(?=\p{Ll}))[\p{L}\p{M}\p{N}]{0,30}(?![\p{L}\p{M}])/gu;

/** `ACME-123`, `AB-12-CAR`, `4K`, `H2O`: capitals and digits. */
const CODE =
  /(?<![\p{L}\p{M}\p{N}\-])(?=[\p{Lu}\p{N}\-]{0,40}\p{N})(?=[\p{N}\-]{0,40}\p{Lu})[\p{Lu}\p{N}]{1,20}(?:-[\p{Lu}\p{N}]{1,20}){0,5}(?![\p{L}\p{M}\p{N}\-])/gv;

/** `Volume III`; a single one is a letter like others. */
const ROMAN = /(?<![\p{L}\p{M}\p{N}])(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})(?![\p{L}\p{M}\p{N}])/gu;

/** `A.B. Smith`. */
const INITIALED =
  /(?<![\p{L}\p{M}\p{N}.])(?!U\.[SKN]\.|E\.U\.)(?:\p{Lu}\.){2,3} ?\p{Lu}[\p{Ll}\p{M}'’\-]{1,30}/gv;

/** `IT`, which is a word in small letters; in a text that is not in capitals. */
const ACRONYM = /(?<![\p{L}\p{M}\p{N}])(?:IT|US)(?![\p{L}\p{M}\p{N}])/gu;

/** Behind a title: `Mr. Smith`. */
const TITLED =
  /(?<=(?<![\p{L}\p{M}])(Mrs?|Ms|Dr|Prof|Sra?|Srta|Dra|Mme|Mlle)\.? )\p{Lu}[\p{L}\p{M}'’-]{1,30}(?: \p{Lu}[\p{L}\p{M}'’-]{1,30}){0,2}/gu;

const TITLES_OF_WOMEN = /^(?:Mrs|Ms|Sra|Srta|Dra|Mme|Mlle)$/;

/** Names that dictionaries know: what stands around them agrees with a person. */
const PEOPLE: Readonly<Record<string, readonly [man: string, woman: string]>> = {
  ...{ en: ['John', 'Anna'], es: ['Juan', 'Ana'], fr: ['Jean', 'Anne'] },
  ...{ ca: ['Joan', 'Anna'], pt: ['João', 'Ana'] },
};

/** `Baker Street`, as addresses have it. */
const STREET =
  /(?<![\p{L}\p{M}])(?!(?:The|An?|This|That|Our|My|Your|His|Her|Their|Every|Each|No)\s)\p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,2} (?:Street|Avenue|Road|Lane|Boulevard|Square)(?!\p{L})/gu;

/**
 * Finds what names something and is no word there (`Plan A`, `Q&A`, `iPhone`, `Mr. Smith`): dictionaries make `Plan Un`,
 * `IPHONE` and `Señor Herrero` of it.
 *
 * @returns the segments with it as protected spans; the same ones where there is none
 */
export function withFixedWords(
  segments: readonly MarkedText[],
  language: string,
): readonly MarkedText[] {
  return segments.map((segment) => {
    const isFree = isFreeIn(segment);
    const ranges = rangesIn(segment.text, language)
      .filter(({ start, end }) => isFree(start, end))
      .toSorted((a, b) => a.start - b.start || b.end - a.end)
      .filter(({ start }, at, all) => start >= (all[at - 1]?.end ?? 0));
    return insertSpans(segment, ranges, (placed, { standIn }) => ({
      ...{ ...placed, kind: 'protected' },
      ...(standIn === undefined ? {} : { standIn }),
    }));
  });
}

interface FixedRange extends TextRange {
  /** What the engine is given in its place. */
  readonly standIn?: string | undefined;
}

function rangesIn(text: string, language: string): readonly FixedRange[] {
  const people = [...(HINTS.title.test(text) ? text.matchAll(TITLED) : [])].map((match) => ({
    ...rangeOf(match),
    standIn: PEOPLE[language]?.[TITLES_OF_WOMEN.test(match[1] ?? '') ? 1 : 0],
  }));
  const names = kindsIn(text, language).flatMap((kind) => [...text.matchAll(kind)]);
  const letters = [...text.matchAll(LETTER)].filter(
    ({ 0: letter, index }) => letter !== WORDS[language] && isName(text, index),
  );
  return [...people, ...[...names, ...letters].map(rangeOf)];
}

/** What a text must have for one of a kind to be in it: quick to look for, which the kinds themselves are not. */
const HINTS = {
  mixedCase: /\p{Ll}\p{Lu}/u,
  digit: /\p{N}/u,
  initials: /\.\p{Lu}\./u,
  title: /(?:Mr|Ms|Dr|Prof|Sr|Mme|Mlle)/,
  street: /(?:Street|Avenue|Road|Lane|Boulevard|Square)/,
};

/** The kinds that may be in a text. */
function kindsIn(text: string, language: string): readonly RegExp[] {
  const kinds = [ROMAN];
  if (HINTS.mixedCase.test(text)) kinds.push(MIXED_CASE);
  if (HINTS.digit.test(text)) kinds.push(CODE);
  if (HINTS.initials.test(text)) kinds.push(INITIALED);
  if (language !== 'en') return kinds;
  if (text.includes('/')) kinds.push(ABBREVIATION);
  if (HINTS.street.test(text) && !isTitle(text)) kinds.push(STREET);
  if (/\p{Ll}/u.test(text)) kinds.push(ACRONYM);
  return kinds;
}

const rangeOf = ({ 0: found, index }: RegExpExecArray): TextRange => ({
  start: index,
  end: index + found.length,
});

/** Behind which no word comes that it could belong to, or within a sentence, where a word would be in small letters. */
function isName(text: string, at: number): boolean {
  const rest = text.slice(at + 1, at + 40);
  const [, next] = /^\s+["'“‘«(]*(\p{L})/u.exec(rest) ?? [];
  if (next === undefined) return true;
  if (SENTENCE_START.test(text.slice(Math.max(0, at - 20), at))) return false;
  return /\p{Ll}/u.test(next) || !isTitle(text);
}
