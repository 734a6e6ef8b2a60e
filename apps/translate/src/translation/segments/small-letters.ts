import { baseLanguage, type LanguageTag } from '../../languages/language.js';
import type { MarkedText, PlacedSpan } from '../../text/marked-text.js';

/** Languages in which any noun has a capital letter. */
const NOUNS_IN_CAPITALS: ReadonlySet<string> = new Set(['de', 'lb']);

/** What lies between a place and the next word of its sentence. */
const GAP = /^[\s"'“‘«([,;]*/u;

/** A capital and no other one: neither an abbreviation nor a name with capitals of its own. */
const RAISED = /^\p{Lu}(?![\p{Lu}\p{N}])[\p{Ll}\p{M}]*(?!\p{Lu})/u;

const SENTENCE_END = /[.!?:…]["'”’»)\]]*\s*$/u;

/** Endings of English words for peoples, which have capitals: `Mexican`, `Spanish`. */
const PEOPLE = /(?:ians?|icans?|ish|ese|eans?)$/;

/**
 * Small letters where an engine writes the beginning of a sentence and the source does not: at the start of a text that
 * begins with a small letter, and behind placeholders, signs and words that came out as they went in.
 */
export function smallLetters(
  source: MarkedText,
  target: LanguageTag,
  written: { readonly text: string; readonly spans: readonly PlacedSpan[] },
): string {
  const isShouted = !/\p{Ll}/u.test(written.text);
  if (isShouted || NOUNS_IN_CAPITALS.has(baseLanguage(target))) return written.text;
  const isTaken = takenBy(source, written.spans);
  return placesOf(source, written).reduce((text, { at, ofSource }) => {
    const wordAt = at + gapAt(text, at);
    const sourceAt = ofSource + gapAt(source.text, ofSource);
    if (isTaken(wordAt) || !/^\p{Ll}/u.test(source.text.slice(sourceAt))) return text;
    return lowered(text, wordAt, baseLanguage(target));
  }, written.text);
}

interface Place {
  readonly at: number;
  readonly ofSource: number;
}

/** Where the translation may have begun a sentence that the source did not begin. */
function placesOf(
  source: MarkedText,
  { text, spans }: { readonly text: string; readonly spans: readonly PlacedSpan[] },
): readonly Place[] {
  const behind = source.spans
    .filter(({ kind, start, end }) => kind !== 'tag' && start < end)
    .flatMap(({ id, end }) =>
      spans.filter((span) => span.id === id).map((span) => ({ at: span.end, ofSource: end })),
    );
  const same = sameStart(source.text, text);
  const behindSame = SENTENCE_END.test(text.slice(0, same)) ? [] : [{ at: same, ofSource: same }];
  const start = hasCapitals(source) ? [] : [{ at: 0, ofSource: 0 }, ...behindSigns(source, text)];
  return [...start, ...(same === 0 ? [] : behindSame), ...behindFirstWord(source, text), ...behind];
}

/** A capital behind a sign that engines take for the end of a sentence: `...dog`, `1.dog`, `dog . house`. */
const BEHIND_SIGN = /(?<=[^\p{L}\p{M}\p{N}\s,;][ ]?)\p{Lu}/gu;

/** Of a source without any capital. */
function behindSigns({ text: source }: MarkedText, text: string): readonly Place[] {
  const first = source.search(/\p{Ll}/u);
  if (first === -1) return [];
  return [...text.matchAll(BEHIND_SIGN)].map(({ index }) => ({ at: index, ofSource: first }));
}

const FIRST_WORD = /^[^\p{L}]*\p{Lu}[\p{L}\p{M}]*(?=\s)/u;

/** A pronoun that the source leaves out gets the capital as well: `Où Il est la maison?` */
function behindFirstWord({ text: source }: MarkedText, text: string): readonly Place[] {
  const [first] = FIRST_WORD.exec(source) ?? [];
  const [written] = FIRST_WORD.exec(text) ?? [];
  if (first === undefined || written === undefined) return [];
  const hasNames = /\p{Lu}/u.test(source.slice(first.length));
  return hasNames ? [] : [{ at: written.length, ofSource: first.length }];
}

/** Up to the last whole word that both begin with. */
function sameStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charAt(length) === b.charAt(length)) length += 1;
  const start = a.slice(0, length).replace(/[\p{L}\p{M}\p{N}]*$/u, '');
  return /[\p{L}\p{N}%{}<>'"]/u.test(start) ? start.length : 0;
}

/** Capitals that stay in other languages, as those of names: outside of what stays as it is. */
function hasCapitals({ text, spans }: MarkedText): boolean {
  const fixed = spans.filter(({ kind }) => kind !== 'tag');
  return [...text.matchAll(/\p{Lu}/gu)].some(
    ({ index }) => !fixed.some(({ start, end }) => start <= index && index < end),
  );
}

function takenBy({ spans }: MarkedText, placed: readonly PlacedSpan[]): (at: number) => boolean {
  const fixed = new Set(spans.filter(({ kind }) => kind !== 'tag').map(({ id }) => id));
  const places = placed.filter(({ id }) => fixed.has(id));
  return (at) => places.some(({ start, end }) => start <= at && at < end);
}

const gapAt = (text: string, at: number): number => GAP.exec(text.slice(at))?.[0].length ?? 0;

function lowered(text: string, at: number, language: string): string {
  const [word] = RAISED.exec(text.slice(at)) ?? [];
  if (word === undefined || (language === 'en' && isEnglishName(word))) return text;
  const small = word.charAt(0).toLocaleLowerCase(language);
  return small.length === 1 ? text.slice(0, at) + small + text.slice(at + 1) : text;
}

const isEnglishName = (word: string): boolean =>
  word === 'I' || PEOPLE.test(word) || englishNames().has(word);

let names: ReadonlySet<string> | undefined;

/** Days, months, languages and countries, as CLDR has them. */
function englishNames(): ReadonlySet<string> {
  if (names !== undefined) return names;
  const parts = (options: Intl.DateTimeFormatOptions, date: Date) =>
    new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(date);
  const days = Array.from({ length: 12 }, (_none, at) => [
    parts({ month: 'long' }, new Date(Date.UTC(2026, at, 1))),
    parts({ weekday: 'long' }, new Date(Date.UTC(2026, 0, at + 1))),
  ]).flat();
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const named = (['language', 'region'] as const).flatMap((type) => {
    const displayNames = new Intl.DisplayNames(['en'], { type, fallback: 'none' });
    return codes.flatMap(
      (code) => displayNames.of(type === 'region' ? code.toUpperCase() : code) ?? [],
    );
  });
  names = new Set([...days, ...named.flatMap((name) => name.split(' '))]);
  return names;
}
