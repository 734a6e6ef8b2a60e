import { labelEndOf } from '../../src/text/labels.js';
import { unmarked } from '../../src/text/marked-text.js';
import { untranslatableIn } from '../../src/text/untranslatable.js';

const SENTENCE_START = /(?:^|[.!?:…]["'”’»)]*\s+)["'“‘«(¿¡—–-]*$/u;
const WORD = /[\p{L}\p{M}]+(?:['’·-][\p{L}\p{M}]+)*/gu;
/** What English writes with a capital and other languages do not. */
const ENGLISH_CAPITALS =
  /^(?:I|January|February|March|April|May|June|July|August|September|October|November|December)$/;

const PARTS_OF_DAYS = /^[AP]M$/;

interface Written {
  readonly source: string;
  readonly translation: string;
  readonly target: string;
}

/** What must hold of a translation, whatever its words. */
export const PROPERTIES = [
  'placeholders and code',
  'labels',
  'quotes and brackets',
  'numbers',
  'words',
  'capitals',
  'marks and spaces',
] as const;

export type Property = (typeof PROPERTIES)[number];

type Rule = {
  /** Whether a text has anything to be kept. */
  readonly concerns: (source: string) => boolean;
  /** In words, none for a good translation. */
  readonly faults: (written: Written) => readonly string[];
};

const SIGNS = ['"', "'", '(', ')', '“', '”', '«', '»', '—'];

const always = (): boolean => true;

const RULES: Readonly<Record<Property, Rule>> = {
  'placeholders and code': {
    concerns: (source) => untranslatableIn(source).length > 0,
    faults: keptFaults,
  },
  labels: { concerns: (source) => labelOf(source) !== '', faults: labelFaults },
  'quotes and brackets': {
    concerns: (source) => SIGNS.some((sign) => source.includes(sign)),
    faults: signFaults,
  },
  numbers: {
    concerns: (source) => /\d/.test(source),
    faults: ({ source, translation }) =>
      numbersIn(source) === numbersIn(translation) ? [] : ['numbers differ'],
  },
  words: { concerns: always, faults: wordFaults },
  capitals: { concerns: always, faults: capitalFaults },
  'marks and spaces': { concerns: always, faults: leftFaults },
};

/** What a translation must not do, whatever its words: each fault in words, none for a good one. */
export const faultsOf = (written: Written): readonly string[] =>
  PROPERTIES.flatMap((property) => RULES[property].faults(written));

/** Of one property, over many texts: how many it concerns, and how many keep it. */
export interface Count {
  readonly kept: number;
  readonly all: number;
}

export function countsOf(list: readonly Written[]): Readonly<Record<Property, Count>> {
  const countOf = ({ concerns, faults }: Rule): Count => {
    const concerned = list.filter(({ source }) => concerns(source));
    const kept = concerned.filter((written) => faults(written).length === 0);
    return { kept: kept.length, all: concerned.length };
  };
  return Object.fromEntries(
    PROPERTIES.map((property) => [property, countOf(RULES[property])]),
  ) as Record<Property, Count>;
}

const labelOf = (source: string): string => source.slice(0, labelEndOf(unmarked(source)));

function labelFaults({ source, translation }: Written): readonly string[] {
  const label = labelOf(source);
  return translation.startsWith(label) ? [] : [`the label ${label} is not kept`];
}

function keptFaults({ source, translation }: Written): readonly string[] {
  return untranslatableIn(source)
    .map(({ start, end }) => source.slice(start, end))
    .filter((kept) => timesIn(translation, kept) !== timesIn(source, kept))
    .map((kept) => `${kept} is not kept`);
}

function signFaults({ source, translation }: Written): readonly string[] {
  const isElided = /\p{L}'[\p{L}{%<]/u.test(`${source} ${translation}`);
  // One alone quotes nothing: `the users' houses`.
  const isQuoting = !isElided && timesIn(source, "'") !== 1;
  return SIGNS.filter((sign) => sign !== "'" || isQuoting)
    .filter((sign) => timesIn(source, sign) !== timesIn(translation, sign))
    .map((sign) => `${sign} is not kept`);
}

function wordFaults({ source, translation }: Written): readonly string[] {
  const [said, meant] = [wordsIn(translation).length, wordsIn(source).length];
  return meant > 0 && said < Math.max(1, Math.floor(meant * 0.5)) ? ['words are lost'] : [];
}

function leftFaults({ source, translation }: Written): readonly string[] {
  const marks = translation.match(/(?<!\S)[*#@]\p{L}+/gu) ?? [];
  const isLeft = marks.some((mark) => !source.includes(mark));
  const hasSpaces = / {2}/.test(translation) || /\s[,.]/.test(translation);
  return [
    ...(isLeft ? ['a mark of the engine is left'] : []),
    ...(hasSpaces ? ['a space is left'] : []),
  ];
}

function capitalFaults({ source, translation, target }: Written): readonly string[] {
  const isShouted = !/\p{Ll}/u.test(outsideOfKept(source)) && /\p{Lu}{2}/u.test(source);
  if (isShouted) {
    return /\p{Ll}/u.test(outsideOfKept(translation)) ? ['capitals are not kept'] : [];
  }
  if (capitalsWithin(source).length > 0) return [];
  const added = capitalsWithin(translation).filter(
    (word) =>
      !source.includes(word) &&
      !PARTS_OF_DAYS.test(word) &&
      (target !== 'en' || !ENGLISH_CAPITALS.test(word)),
  );
  return added.map((word) => `${word} has a capital`);
}

/** Words with a capital letter that do not begin a sentence. */
function capitalsWithin(text: string): readonly string[] {
  const kept = untranslatableIn(text);
  return [...text.matchAll(/\p{Lu}[\p{L}\p{M}]*/gu)].flatMap(({ 0: word, index }) => {
    const isKept = kept.some(({ start, end }) => start <= index && index < end);
    return isKept || SENTENCE_START.test(text.slice(Math.max(0, index - 20), index)) ? [] : [word];
  });
}

/** In ascending order. */
export const numbersIn = (text: string): string => (text.match(/\d+/g) ?? []).toSorted().join(' ');

export const timesIn = (text: string, part: string): number => text.split(part).length - 1;

const outsideOfKept = (text: string): string =>
  untranslatableIn(text).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    text,
  );

const wordsIn = (text: string): readonly string[] => outsideOfKept(text).match(WORD) ?? [];
