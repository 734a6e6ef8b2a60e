import { englishName, type LanguageTag } from './language.js';
import type { LanguageDetector, LanguageEvidence } from './language-detector.js';
import { LANGUAGE_ERRORS } from './language-errors.js';

/** What can be done with the languages that are found. */
export interface DetectionTarget {
  /** The target without region: a text in it comes back as it is. */
  readonly language: LanguageTag;
  /** What can be translated into it. */
  readonly sources: ReadonlySet<LanguageTag>;
  /** What the texts stand in, in their language; empty when nothing is known of it. */
  readonly context?: string | undefined;
  /** What becomes of a language that is not offered, in words; `is not translated into …` if absent. */
  readonly what?: string;
}

/**
 * How much each language occurs among the texts of which the detector is sure. Adds up to about
 * a third for one text and comes near 1 with many, or is empty.
 */
type Shares = ReadonlyMap<LanguageTag, number>;

/** Most callers who name no source write it; it decides where n-grams do not. */
const MOST_USED = 'en' as LanguageTag;

// Where two constants belong together, the second is divided by the words: short texts need more.

/** A lead over the second language with which nothing else is asked. */
const SURE_LEAD = 0.08;
const SURE_LEAD_OF_ONE_WORD = 0.25;
/** In Latin letters, languages share words and n-grams: less than these says nothing for sure. */
const SURE_SCORE_IN_LATIN = 0.65;
const SURE_WORDS_IN_LATIN = 3;
/** From here on, texts that are not sure tell something about one another. */
const WORDS_TO_BE_LIKELY = 4;
/** In ASCII letters, what scores less is more often a name than a language that is not offered. */
const REFUSED_SCORE = 0.65;
const REFUSED_SCORE_OF_ONE_WORD = 0.35;

/** Of what can be translated, and of the target, in which the text may stand already. */
const BONUS_OF_KNOWN = 0.3;
/** Of what all other texts are in, if they are many. */
const BONUS_OF_OTHER_TEXTS = 1;
/** One text alone may be in another language than the next one. */
const DOUBT_OF_ONE_TEXT = 0.65;
const BONUS_OF_MOST_USED = 0.15;
/** Longer texts speak for themselves: the bonuses shrink with the words above these. */
const WORDS_OF_WHOLE_BONUS = 2;

/**
 * The source languages of the texts of one request.
 *
 * Where the detector is sure, its answer stands. What is short or ambiguous is taken for the language of the
 * request's other texts, or for one that can be translated into the target, when these are nearly as likely.
 * The constants are calibrated on the messages of programs in fourteen languages (README, "Detection").
 *
 * @returns one language for each text; the target for a text that says nothing, such as `42`
 * @throws {Problem} `source_lang_unsupported`, which names a language that was detected and is not offered
 */
export function detectSources(
  texts: readonly string[],
  target: DetectionTarget,
  detector: LanguageDetector,
): readonly LanguageTag[] {
  // Tens of thousands of texts that are all the same fit into a request.
  const detected = new Map<string, LanguageEvidence>();
  const detect = (text: string): LanguageEvidence => {
    const evidence = detected.get(text) ?? detector.detect(text);
    detected.set(text, evidence);
    return evidence;
  };
  const found = texts.map(detect);
  const known = target.context === undefined ? [] : [target.context];
  const sure = sharesOf([...found, ...known.map(detect)]);
  const shares = sure.size > 0 ? sure : shareOfAll([...texts, ...known], target, detector);
  const decided = new Map<LanguageEvidence, LanguageTag>();
  return found.map((evidence, index) => {
    const language = decided.get(evidence) ?? decide(evidence, target, shares);
    decided.set(evidence, language);
    if (language !== target.language && !target.sources.has(language)) {
      throw notOffered(language, target, texts.length > 1 ? index : undefined);
    }
    return language;
  });
}

function decide(evidence: LanguageEvidence, target: DetectionTarget, shares: Shares): LanguageTag {
  if (evidence.letters === 'none') return target.language;
  const sure = sureLanguage(evidence);
  if (sure !== undefined) return sure;
  return likeliest(evidence, target, shares) ?? withoutEvidence(evidence, target, shares);
}

/** @returns undefined for a text that is short or ambiguous */
export function sureLanguage({
  words,
  letters,
  scores,
}: LanguageEvidence): LanguageTag | undefined {
  const [first, second] = scores;
  if (first === undefined) return undefined;
  const isShort = words < SURE_WORDS_IN_LATIN || first.score < SURE_SCORE_IN_LATIN;
  if (letters !== 'other' && isShort) return undefined;
  const lead = first.score - (second?.score ?? 0);
  return lead >= SURE_LEAD + SURE_LEAD_OF_ONE_WORD / words ? first.language : undefined;
}

/** @returns undefined when no language can be told that is worth a refusal */
function likeliest(
  { words, letters, scores }: LanguageEvidence,
  { language: targetLanguage, sources }: DetectionTarget,
  shares: Shares,
): LanguageTag | undefined {
  const shrunk = Math.min(1, WORDS_OF_WHOLE_BONUS / words);
  const isMostUsed = (language: LanguageTag) => letters === 'ascii' && language === MOST_USED;
  const bonus = (language: LanguageTag) =>
    (sources.has(language) || language === targetLanguage ? BONUS_OF_KNOWN : 0) +
    (isMostUsed(language) ? BONUS_OF_MOST_USED : 0) +
    (shares.get(language) ?? 0) * BONUS_OF_OTHER_TEXTS;
  // Where the letters are no Latin ones, they say more than what the text stands beside.
  const others = letters === 'other' ? [] : [...shares.keys()];
  const ofOthers = others.map((language) => ({ language, score: 0 }));
  const weighed = [...scores, ...ofOthers].map(({ language, score }) => ({
    language,
    score,
    weight: score + shrunk * bonus(language),
  }));
  const best = weighed.sort((a, b) => b.weight - a.weight)[0];
  if (best === undefined) return undefined;
  if (sources.has(best.language) || best.language === targetLanguage) return best.language;
  const isName = best.score < REFUSED_SCORE + REFUSED_SCORE_OF_ONE_WORD / words;
  const isUnclear = shares.size > 0 && letters !== 'other';
  return isUnclear || (letters === 'ascii' && isName) ? undefined : best.language;
}

function withoutEvidence(
  { letters }: LanguageEvidence,
  { language, sources }: DetectionTarget,
  shares: Shares,
): LanguageTag {
  const [ofMostOthers] = [...shares].sort(([, a], [, b]) => b - a);
  if (ofMostOthers !== undefined && letters !== 'other') return ofMostOthers[0];
  return letters === 'ascii' && sources.has(MOST_USED) ? MOST_USED : language;
}

function sharesOf(found: readonly LanguageEvidence[]): Shares {
  const sure = found.flatMap((evidence) => sureLanguage(evidence) ?? []);
  const counts = new Map<LanguageTag, number>();
  const each = weightOf(sure.length) / sure.length;
  for (const language of sure) counts.set(language, (counts.get(language) ?? 0) + each);
  return counts;
}

const weightOf = (texts: number): number => 1 - DOUBT_OF_ONE_TEXT / texts;

/** Of all texts together, where none is sure alone. */
function shareOfAll(
  texts: readonly string[],
  target: DetectionTarget,
  detector: LanguageDetector,
): Shares {
  const evidence = detector.detect(texts.join('\n'));
  const isLongEnough = evidence.words >= WORDS_TO_BE_LIKELY;
  const likely = isLongEnough ? likeliest(evidence, target, new Map()) : undefined;
  const language = sureLanguage(evidence) ?? likely;
  const others = Math.max(1, texts.length - 1);
  return new Map(language === undefined ? [] : [[language, weightOf(others)]]);
}

function notOffered(language: LanguageTag, target: DetectionTarget, index: number | undefined) {
  const which = index === undefined ? 'The text' : `Text ${String(index + 1)}`;
  const what = target.what ?? `is not translated into ${englishName(target.language)} here`;
  const parameter = target.what === undefined ? 'source_lang' : 'target_lang';
  return LANGUAGE_ERRORS.sourceUnsupported({
    message:
      `Value for '${parameter}' not supported. ${which} seems to be ${englishName(language)}, which ${what}. ` +
      `If it is another language, give ${parameter}.`,
  });
}
