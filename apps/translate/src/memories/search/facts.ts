import type { LanguageTag } from '../../languages/language.js';
import { untranslatableIn } from '../../text/untranslatable.js';

/** A piece of a text. All but words and signs are facts that may be put into the place of others. */
interface Token {
  readonly kind: 'word' | 'sign' | 'number' | 'fixed' | 'name';
  readonly text: string;
  readonly start: number;
}

/** A segment of a memory as the answer to a text that is only like its source. */
export interface Adapted {
  readonly target: string;
  /** What stands in the target now instead of what the memory has. */
  readonly substitutions: readonly Substitution[];
}

export interface Substitution {
  readonly from: string;
  readonly to: string;
}

export interface MemoryLanguages {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

const NUMBER = /(?<![\p{L}\p{N}])[-+−]?\p{N}+(?:[.,:/’'\u00a0\u202f-]\p{N}+)*(?![\p{L}\p{N}])/gu;
const NAME = /(?<![\p{L}\p{N}'’])\p{Lu}[\p{L}\p{M}\p{N}'’]*/gu;
const PIECE = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|\S/gu;
const SENTENCE_START = /(?:^|[.!?:…]["'”’»)]*\s+)["'“‘«(¿¡]*$/u;
/** Signs that end a sentence without a question. */
const LAST_SIGNS = /[.!…]+$/u;

/**
 * Makes a memory's translation one of the text, where every difference between the text and the memory's source can be
 * repaired: numbers, placeholders and names that both sides have as they are, the case of the first letter, the sign at
 * the end.
 *
 * @returns undefined for any other difference. One word more, less or other is enough to say the opposite (`left` and
 *   `right`, `two` and `three`, a negation), and no rule tells which words do.
 */
export function adapted(
  text: string,
  { source, target }: { readonly source: string; readonly target: string },
  languages: MemoryLanguages,
): Adapted | undefined {
  if (text === source) return keepsFixed(text, target) ? { target, substitutions: [] } : undefined;
  const [asked, known] = [withoutEnd(text), withoutEnd(source)];
  const substitutions = substitutionsOf(tokensOf(asked), tokensOf(known), languages);
  if (substitutions === undefined) return undefined;
  const body = substituted(target, source, substitutions);
  const written = body && withEndOf(withFirstCaseOf(body, asked, known), text, source);
  if (written === undefined) return undefined;
  return keepsFixed(text, written) ? { target: written, substitutions } : undefined;
}

/** Whether a translation has the placeholders, code and addresses of a text. */
const keepsFixed = (text: string, translation: string): boolean =>
  untranslatableIn(text)
    .map(({ start, end }) => text.slice(start, end))
    .every((fixed) => timesIn(translation, fixed) >= timesIn(text, fixed));

/** Without the last signs: those are compared, and repaired, apart. */
const withoutEnd = (text: string): string => text.trim().replace(LAST_SIGNS, '');

const endOf = (text: string): string => LAST_SIGNS.exec(text.trim())?.[0] ?? '';

/** @returns undefined where the translation does not end as its source does */
function withEndOf(target: string, text: string, source: string): string | undefined {
  const [wanted, known] = [endOf(text), endOf(source)];
  if (wanted === known) return target;
  if (endOf(target) !== known) return undefined;
  const body = target.trimEnd();
  return body.slice(0, body.length - known.length) + wanted;
}

/** Where the two sources differ in the case of their first letters, the translation follows the text. */
function withFirstCaseOf(target: string, text: string, source: string): string {
  const [asked, known, first] = [text.charAt(0), source.charAt(0), target.charAt(0)];
  if (asked === known) return target;
  const cased = isCapital(asked) ? first.toUpperCase() : first.toLowerCase();
  return cased.length === first.length ? cased + target.slice(1) : target;
}

const isCapital = (letter: string): boolean => letter !== letter.toLowerCase();

/** From left to right. */
function tokensOf(text: string): readonly Token[] {
  const fixed = untranslatableIn(text).map(({ start, end }): Token => ({
    ...{ kind: 'fixed', text: text.slice(start, end), start },
  }));
  const numbers = found(text, NUMBER, 'number');
  const names = found(text, NAME, 'name').filter(
    ({ start }) => !SENTENCE_START.test(text.slice(Math.max(0, start - 20), start)),
  );
  const pieces = found(text, PIECE, 'word').map((piece): Token => ({
    ...piece,
    kind: /^[\p{L}\p{M}\p{N}]/u.test(piece.text) ? 'word' : 'sign',
  }));
  const tokens: Token[] = [];
  // Of two that overlap, the first of these kinds counts.
  for (const kind of [fixed, numbers, names, pieces]) {
    tokens.push(...kind.filter((token) => tokens.every((taken) => isApart(token, taken))));
  }
  return tokens.toSorted((a, b) => a.start - b.start);
}

const found = (text: string, pattern: RegExp, kind: Token['kind']): readonly Token[] =>
  [...text.matchAll(pattern)].map(({ 0: part, index }) => ({ kind, text: part, start: index }));

const isApart = (a: Token, b: Token): boolean =>
  a.start + a.text.length <= b.start || b.start + b.text.length <= a.start;

/** What differs, place by place; undefined where a word or a sign does. */
function substitutionsOf(
  asked: readonly Token[],
  known: readonly Token[],
  languages: MemoryLanguages,
): readonly Substitution[] | undefined {
  if (asked.length !== known.length) return undefined;
  const pairs = asked.map((to, at) => ({ to, from: known[at] ?? to, isFirst: at === 0 }));
  const isRepaired = pairs.every(({ to, from, isFirst }) => {
    if (to.kind !== from.kind) return false;
    if (to.text === from.text) return true;
    if (to.kind === 'number') return isCountedAlike(to.text, from.text, languages);
    if (to.kind === 'word')
      return isFirst && withFirstCaseOf(from.text, to.text, from.text) === to.text;
    return to.kind !== 'sign';
  });
  if (!isRepaired) return undefined;
  const facts = pairs.filter(({ to }) => to.kind !== 'word' && to.kind !== 'sign');
  const byFrom = Map.groupBy(facts, ({ from }) => from.text);
  const isClear = [...byFrom.values()].every(
    (same) => new Set(same.map(({ to }) => to.text)).size === 1,
  );
  if (!isClear) return undefined;
  const changes = facts.filter(({ to, from }) => to.text !== from.text);
  const distinct = new Map(changes.map(({ to, from }) => [from.text, to.text]));
  return [...distinct].map(([from, to]) => ({ from, to }));
}

const WHOLE_NUMBER = /^[-+−]?(\p{Nd}+)$/u;
const DATE = /\p{N}[/.-]\p{N}+[/.-]\p{N}/u;

/**
 * Whether the words around two numbers have one form in both languages, as CLDR's plural rules tell. Days and months of
 * dates in digits change places from language to language: none stands for another.
 */
function isCountedAlike(a: string, b: string, { source, target }: MemoryLanguages): boolean {
  if (DATE.test(a) || DATE.test(b)) return false;
  const [first, second] = [WHOLE_NUMBER.exec(a)?.[1], WHOLE_NUMBER.exec(b)?.[1]];
  if (first === undefined || second === undefined) return first === second;
  return [source, target].every((language) => {
    const rules = new Intl.PluralRules(language);
    return rules.select(Number(first)) === rules.select(Number(second));
  });
}

/** All at once, so that what is put in is not replaced again. */
function substituted(
  target: string,
  source: string,
  substitutions: readonly Substitution[],
): string | undefined {
  if (substitutions.length === 0) return target;
  const isThere = ({ from }: Substitution) => timesIn(target, from) === timesIn(source, from);
  if (!substitutions.every(isThere)) return undefined;
  const toOf = new Map(substitutions.map(({ from, to }) => [from, to]));
  const any = [...toOf.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map(exactly)
    .join('|');
  return target.replace(new RegExp(any, 'gu'), (part) => toOf.get(part) ?? part);
}

const timesIn = (text: string, part: string): number =>
  (text.match(new RegExp(exactly(part), 'gu')) ?? []).length;

/** Not as a part of a longer word or number. */
const exactly = (part: string): string => {
  // No hyphen: outside of a class it is itself, and an error with a backslash.
  const escaped = part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const before = /^[\p{L}\p{N}]/u.test(part) ? String.raw`(?<![\p{L}\p{N}])` : '';
  const after = /[\p{L}\p{N}]$/u.test(part) ? String.raw`(?![\p{L}\p{N}]|[.,]\p{N})` : '';
  return `${before}${escaped}${after}`;
};
