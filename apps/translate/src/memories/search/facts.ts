import { baseLanguage, type LanguageTag } from '../../languages/language.js';
import { untranslatableIn } from '../../text/untranslatable.js';

/** Something that a translation has to say as its source does. */
interface Fact {
  readonly kind: 'number' | 'fixed' | 'name';
  readonly text: string;
  /** The word behind a number, `days` of `30 days`. */
  readonly unit: string;
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

const NUMBER = /(?<![\p{L}\p{N}])[-+−]?\p{N}+(?:[.,:/’'\u00a0\u202f-]\p{N}+)*(?![\p{L}\p{N}])/gu;
const UNIT = /^[\s\u00a0\u202f]*([\p{L}%°€$£¥]+)/u;
const NAME = /(?<![\p{L}\p{N}'’])\p{Lu}[\p{L}\p{M}\p{N}'’]*/gu;
const SENTENCE_START = /(?:^|[.!?:…]["'”’»)]*\s+)["'“‘«(¿¡]*$/u;

/** Words that turn a sentence round, by language; of others nobody knows. */
const NEGATIONS: Readonly<Record<string, RegExp>> = {
  ca: /\b(?:no|mai|sense|ni|res|cap|ning[uú])\b/giu,
  de: /\b(?:nicht|kein\w*|nie|niemals|ohne|nichts|niemand\w*|weder)\b/giu,
  en: /\b(?:not|no|never|without|none|nothing|nobody|neither|nor|cannot)\b|n['’]t\b/giu,
  es: /\b(?:no|nunca|jamás|sin|ni|nada|nadie|ning[uú]n\w*)(?![\p{L}])/giu,
  fr: /\b(?:ne|pas|jamais|sans|rien|aucun\w*|ni|personne)\b|\bn['’]/giu,
  gl: /\b(?:non|nunca|sen|nin|nada|ningu\w*)\b/giu,
  it: /\b(?:non|mai|senza|n[eé]|niente|nessun\w*)(?![\p{L}])/giu,
  nl: /\b(?:niet|geen|nooit|zonder|niets|niemand)\b/giu,
  pt: /(?<![\p{L}])(?:não|nunca|sem|nem|nada|ningu[eé]m|nenhum\w*)(?![\p{L}])/giu,
};

/**
 * Makes a memory's translation one of the text: numbers, placeholders and names that differ are put in where both sides
 * have them as they are.
 *
 * @returns undefined when the translation would say something else: another unit, a negation, capitals throughout, or a
 *   fact that the target does not show
 */
export function adapted(
  text: string,
  { source, target }: { readonly source: string; readonly target: string },
  language: LanguageTag,
): Adapted | undefined {
  const [asked, known] = [factsOf(text), factsOf(source)];
  if (!isSaidAlike(text, source, language)) return undefined;
  const substitutions = substitutionsOf(asked, known);
  if (substitutions === undefined) return undefined;
  const written = substituted(target, source, substitutions);
  if (written === undefined) return undefined;
  return keepsFixed(text, written) ? { target: written, substitutions } : undefined;
}

/** Whether a translation has the placeholders, code and addresses of a text. */
export const keepsFixed = (text: string, translation: string): boolean =>
  untranslatableIn(text)
    .map(({ start, end }) => text.slice(start, end))
    .every((fixed) => timesIn(translation, fixed) >= timesIn(text, fixed));

function isSaidAlike(text: string, source: string, language: LanguageTag): boolean {
  const negation = NEGATIONS[baseLanguage(language)];
  const negations = (one: string) =>
    negation === undefined ? 0 : (one.match(negation) ?? []).length;
  return negations(text) === negations(source) && isCapital(text) === isCapital(source);
}

const isCapital = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);

/** From left to right. */
function factsOf(text: string): readonly Fact[] {
  const fixed = untranslatableIn(text).map(({ start, end }): Fact => ({
    ...{ kind: 'fixed', text: text.slice(start, end), unit: '', start },
  }));
  const isFree = ({ start, text: own }: Fact) =>
    fixed.every(
      (fact) => start + own.length <= fact.start || fact.start + fact.text.length <= start,
    );
  const numbers = [...text.matchAll(NUMBER)].map(({ 0: number, index }): Fact => {
    const unit =
      UNIT.exec(text.slice(index + number.length, index + number.length + 40))?.[1] ?? '';
    return { kind: 'number', text: number, unit: unit.toLowerCase(), start: index };
  });
  const names = [...text.matchAll(NAME)].flatMap(({ 0: name, index }): Fact[] =>
    SENTENCE_START.test(text.slice(Math.max(0, index - 20), index))
      ? []
      : [{ kind: 'name', text: name, unit: '', start: index }],
  );
  return [...fixed, ...[...numbers, ...names].filter(isFree)].toSorted((a, b) => a.start - b.start);
}

/** What differs, place by place; undefined where the one has something that the other has not. */
function substitutionsOf(
  asked: readonly Fact[],
  known: readonly Fact[],
): readonly Substitution[] | undefined {
  if (asked.length !== known.length) return undefined;
  const pairs = asked.map((to, at) => ({ to, from: known[at] ?? to }));
  if (pairs.some(({ to, from }) => to.kind !== from.kind || to.unit !== from.unit))
    return undefined;
  const changes = pairs.filter(({ to, from }) => to.text !== from.text);
  // One of a thing is another form of its words in most languages.
  if (changes.some(({ to, from }) => to.kind === 'number' && isOne(to.text) !== isOne(from.text))) {
    return undefined;
  }
  const byFrom = Map.groupBy(pairs, ({ from }) => from.text);
  const isClear = [...byFrom.values()].every(
    (same) => new Set(same.map(({ to }) => to.text)).size === 1,
  );
  if (!isClear) return undefined;
  const distinct = new Map(changes.map(({ to, from }) => [from.text, to.text]));
  return [...distinct].map(([from, to]) => ({ from, to }));
}

const isOne = (number: string): boolean => /^[-+−]?1$/.test(number);

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
  return target.replace(new RegExp(any, 'gu'), (found) => toOf.get(found) ?? found);
}

const timesIn = (text: string, part: string): number =>
  (text.match(new RegExp(exactly(part), 'gu')) ?? []).length;

/** Not as a part of a longer word or number. */
const exactly = (part: string): string => {
  const escaped = part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  const before = /^[\p{L}\p{N}]/u.test(part) ? String.raw`(?<![\p{L}\p{N}])` : '';
  const after = /[\p{L}\p{N}]$/u.test(part) ? String.raw`(?![\p{L}\p{N}]|[.,]\p{N})` : '';
  return `${before}${escaped}${after}`;
};
