import { primaryLanguage, spokenLanguage } from '../languages/spoken-languages.js';
import type { Abbreviation, SpokenLanguage } from '../languages/spoken-language.js';

export interface AbbreviationContext {
  /** BCP 47. */
  readonly language: string;
  readonly previous: string;
  readonly next: string;
}

/** `T`, `U.S`, `J.R.R`: letters that stand for words. */
const INITIALS = /^\p{Lu}(?:\.\p{Lu})*$/u;
/** `2`, `IV`, `12a`, `#7`: what a figure, a room or a page is counted with. */
const COUNT = /^(?:[#(]?\d|[IVXLC]{2,}$|[A-Z]\d)/;

const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word);

/**
 * What a word that is written short, with a full stop after it, is said as; nothing if it is not one that is known.
 * @param word without the full stop at its end
 */
export function expandAbbreviation(word: string, context: AbbreviationContext): string | undefined {
  const spoken = spokenLanguage(context.language);
  const known = abbreviation(spoken, word);
  if (known === undefined) return initialsOf(word, context);
  const { next, previous } = context;
  // "Johann S. Bach" is no page.
  if (known.onlyBeforeNumber === true && !COUNT.test(next)) return initialsOf(word, context);
  if (known.beforeNumber !== undefined && /^\d/.test(next)) return known.beforeNumber;
  return isAfterName(known, { previous, next, spoken }) ? known.afterName : known.said;
}

/** Letters one by one. A single one is an initial only where a name goes on: "Plan B. The next" ends. */
function initialsOf(word: string, { language, next }: AbbreviationContext): string | undefined {
  if (!INITIALS.test(word)) return undefined;
  if (word.includes('.')) return word.replaceAll('.', ' ');
  return goesOnAfter(word, next, language) ? word : undefined;
}

/** "Oak Dr. is near" and "Main St. The shop": a name stands before it, and none after it. */
function isAfterName(
  { afterName }: Abbreviation,
  { previous, next, spoken }: { previous: string; next: string; spoken: SpokenLanguage },
): boolean {
  if (afterName === undefined || !isCapitalised(previous)) return false;
  return !isCapitalised(next) || isStarter(spoken, next);
}

/**
 * Whether a sentence goes on after this word and its full stop: a title, an initial, `e.g.`.
 * @param previous the word before, where it is known: what stands after a name is a street's
 */
export function goesOnAfter(word: string, next: string, language: string, previous = ''): boolean {
  const spoken = spokenLanguage(language);
  const known = abbreviation(spoken, word);
  if (known === undefined) return goesOnAfterOther(word, next, language);
  if (known.onlyBeforeNumber === true) {
    return COUNT.test(next) || goesOnAfterOther(word, next, language);
  }
  if (isAfterName(known, { previous, next, spoken })) return next !== '' && !isCapitalised(next);
  if (known.goesOn === true) return true;
  // "etc. and" goes on; whether "Inc. Chairman" does, nobody can tell without a dictionary.
  return next !== '' && !isCapitalised(next);
}

/** Initials, and ordinals of languages that write them with a stop. */
function goesOnAfterOther(word: string, next: string, language: string): boolean {
  const spoken = spokenLanguage(language);
  if (spoken.hasOrdinalStops === true && /^\d{1,2}$/.test(word)) {
    return next !== '' && !isStarter(spoken, next);
  }
  if (!INITIALS.test(word)) return false;
  if (isCapitalised(next))
    return !isStarter(spoken, next) && !(word === 'I' && isEnglish(language));
  return word.includes('.') && next !== '';
}

const isEnglish = (language: string): boolean => primaryLanguage(language) === 'en';

const isStarter = ({ starters }: SpokenLanguage, word: string): boolean =>
  starters?.has(word.toLowerCase()) === true;

/** What is counted is written with a capital or without: `Fig. 3`, `fig. 3`. */
function abbreviation({ abbreviations }: SpokenLanguage, word: string): Abbreviation | undefined {
  if (abbreviations === undefined) return undefined;
  if (Object.hasOwn(abbreviations, word)) return abbreviations[word];
  const small = word.toLowerCase();
  const counted = Object.hasOwn(abbreviations, small) ? abbreviations[small] : undefined;
  return counted?.onlyBeforeNumber === true ? counted : undefined;
}
