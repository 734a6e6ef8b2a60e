import { baseLanguage } from '../../../languages/language.js';
import type { Direction } from '../../direction.js';
import { editingStage } from './editing-stage.js';
import { ANALYSER, type Stage } from './mode-file.js';

/** The language whose possessives are written anew. */
const LANGUAGE = 'en';

/**
 * Targets whose rules know a possessive between two nouns, and choose a better gender for its owner than behind `of`. They lose it
 * behind a verb like `be`, beside unknown words and at the end.
 */
const KNOWING: ReadonlySet<string> = new Set(['ca', 'es', 'gl']);

/**
 * Signs before units while the script runs. No text has control characters: they are kept out of the stream.
 * `MARK` … `END` is a word-bound blank, taken into its unit.
 */
const MARK = String.raw`\x02`;
const END = String.raw`\x03`;
const NOUN = String.raw`\x04`;
const UNKNOWN = String.raw`\x05`;
const MODIFIER = String.raw`\x06`;
const DETERMINER = String.raw`\x07`;
const GENITIVE = String.raw`\x0e`;
/** A genitive that is written anew. */
const CHOSEN = String.raw`\x0f`;
const OWNER = String.raw`\x10`;
const FIRST = String.raw`\x11`;

const BLANK = `(${MARK}[^${END}]*${END})?`;
const UNIT = String.raw`\^[^$]*\$`;
const ADVERB = String.raw`\^[^$<]*<adv>[^$]*\$`;
const WORD = `[${NOUN}${UNKNOWN}${MODIFIER}]`;
/** Bounded, as each word is tried for the first one. */
const PHRASE = `(${WORD}${UNIT} ){0,5}[${NOUN}${UNKNOWN}]${UNIT}`;
/** Groups: all of it, its determiner, its last modifier. */
const OWNING = `((${DETERMINER}${UNIT} )?${PHRASE})`;
/** Group: its blank. */
const OF = String.raw` ?${CHOSEN}\^${BLANK}[^$]*\$`;
/** Groups: all of it, its last modifier. */
const OWNED = `(${PHRASE})`;
/** With its pronoun in some dictionaries: `^prpers<prn>…+be<vbser>…$`. */
const COPULA = String.raw`\^([^$]*<vbser>|${BLANK}(seem|become|look)<vblex>)[^$]*\$`;
const THE = '^the<det><def><sp>$';

/** One that is a genitive, before a noun or another owner. */
const apostrophe = (tag: string): string =>
  String.raw`(${NOUN}\^[^$]*(<pl>|s<np?>)[^$]*\$)\^'${tag}\$( (${WORD}|\^(and|or)<))/\1 ${GENITIVE}^'s<gen>$\3`;
const MOST_BEFORE_QUOTES = 3;

/** Units by their part of speech. */
const CLASSIFIED: readonly string[] = [
  `/'s?<(gen|adj|sfx|apos)>/!b`,
  String.raw`s/\[\[([^]]*)\]\]\^/^${MARK}\1${END}/g`,
  String.raw`s/\^${BLANK}('s?<(gen|adj|sfx)>)/${GENITIVE}^\1\2/g`,
  String.raw`s/\+('s?<gen>\$)/$${GENITIVE}^\1/g`,
  String.raw`s/\^([^$<]*<np?>)/${NOUN}^\1/g`,
  String.raw`s/\^(${BLANK}\*)/${UNKNOWN}^\1/g`,
  String.raw`s/(^|[^${GENITIVE}])\^([^$<]*<(adj|num)>)/\1${MODIFIER}^\2/g`,
  String.raw`s/\^([^$<]*<det>)/${DETERMINER}^\1/g`,
  // Words that own something as nouns do: today's, everyone's.
  String.raw`s/\^([^$<]*(([Tt]oday|[Yy]esterday|[Tt]omorrow|[Tt]onight)<adv>|(one|body)<prn>)[^$]*\$ ?${GENITIVE})/${UNKNOWN}^\1/g`,
  // An apostrophe behind an s, where nothing opens a quotation; else the first ones, up to the first that is another.
  `/<apos>\\$\\[k/!s/${apostrophe('<apos>')}/g`,
  ...Array.from({ length: MOST_BEFORE_QUOTES }, () => [
    `/${FIRST}/!s/<apos>/${FIRST}/`,
    `s/${apostrophe(FIRST)}/`,
  ]).flat(),
  `s/${FIRST}/<apos>/`,
];

const CHOOSING_ALL: readonly string[] = [`s/${GENITIVE}/${CHOSEN}/g`];

const CHOOSING_LOST: readonly string[] = [
  `s/(${COPULA} (${ADVERB} ){0,3}${OWNING} ?)${GENITIVE}/\\1${CHOSEN}/g`,
  `s/(${UNKNOWN}${UNIT} ?)${GENITIVE}/\\1${CHOSEN}/g`,
  `s/${GENITIVE}(${UNIT} (${WORD}${UNIT} ){0,5}${UNKNOWN})/${CHOSEN}\\1/g`,
  `s/${GENITIVE}(${UNIT}( [^${NOUN}${UNKNOWN}${MODIFIER}]|[^ ]|$))/${CHOSEN}\\1/g`,
  // `Ana's brother's house`.
  `s/[${GENITIVE}${CHOSEN}](${UNIT} ${OWNED} ?)[${GENITIVE}${CHOSEN}]/${CHOSEN}\\1${CHOSEN}/g`,
];

/** The longer first. */
const REWRITTEN: readonly string[] = [
  String.raw`s/${OWNING}${OF} ${OWNED}${OF} ${OWNED}/${THE} \8 ^\7of<pr>$ ${THE} \5 ^\4of<pr>$ ${OWNER}\1/g`,
  String.raw`s/${OWNING}${OF} ${OWNED}/${THE} \5 ^\4of<pr>$ ${OWNER}\1/g`,
  String.raw`s/${OWNING}${OF}/^\4of<pr>$ ${OWNER}\1/g`,
  // What was at the start of a sentence is no longer, and the other way round.
  String.raw`s/${OWNER}${DETERMINER}\^${BLANK}([^$])/^\1\l\2/g`,
  String.raw`s/(<sent>\$ |^\[[^]]*\])\^the</\1^The</g`,
];

const RESTORED: readonly string[] = [
  `s/[${NOUN}${UNKNOWN}${MODIFIER}${DETERMINER}${GENITIVE}${CHOSEN}${OWNER}]//g`,
  String.raw`s/\^${MARK}([^${END}]*)${END}/[[\1]]^/g`,
];

const edited = (script: readonly string[]): Stage => editingStage('extended', script.join('\n'));

/** `^dog<n><sg>$ ^'s<gen>$ ^house<n><sg>$` becomes `^the<det>…$ ^house<n><sg>$ ^of<pr>$ ^dog<n><sg>$`. */
const rewriting = (target: string): Stage =>
  edited([
    ...CLASSIFIED,
    `/${GENITIVE}/{`,
    ...(KNOWING.has(target) ? CHOOSING_LOST : CHOOSING_ALL),
    ...REWRITTEN,
    '}',
    ...RESTORED,
  ]);

/** An `'s` behind which a sentence ends, or a part of one, is no verb: `It is Ana's.` */
const READING_AT_THE_END = edited([
  String.raw`/'s<gen>/s/\^'s\/'s<gen>[^$]*\$((\[[^]]*\])*(\^[.,;:!?)][^$]*<|$)| \^(and|or)\/)/^'s\/'s<gen>$\1/g`,
]);

const POSSESSIVE = /\p{L}(?:['’]s|(?<=s)['’])(?!\p{L})/u;

/** Whether a text is for such stages. */
export const hasPossessive = (text: string, language: string): boolean =>
  language === LANGUAGE && POSSESSIVE.test(text);

/**
 * The stages of a mode, with those that write English possessives as `of` where its rules would lose them, or the articles
 * beside them.
 */
export function withPossessives(
  stages: readonly Stage[],
  directions: readonly Direction[],
): readonly Stage[] {
  const analyser = stages.findIndex(({ args }) => args.some((arg) => ANALYSER.test(arg)));
  const transfer = stages.findIndex(({ program }) => program === 'apertium-pretransfer');
  const [direction] = directions;
  if (analyser === -1 || transfer <= analyser) return stages;
  if (direction?.source !== LANGUAGE) return stages;
  return [
    ...stages.slice(0, analyser + 1),
    READING_AT_THE_END,
    ...stages.slice(analyser + 1, transfer),
    rewriting(baseLanguage(direction.target)),
    ...stages.slice(transfer),
  ];
}
