import { EMOTIONS } from '../../text/words/style.js';

/** What instructions in plain English come to. */
export interface Delivery {
  readonly rate: number;
  readonly pitch: number;
  /** The words that were understood. */
  readonly followed: readonly string[];
}

const PACES: Readonly<Record<string, number>> = {
  slow: 0.8,
  slowly: 0.8,
  slower: 0.8,
  leisurely: 0.85,
  fast: 1.25,
  faster: 1.25,
  quick: 1.2,
  quickly: 1.2,
  rapid: 1.3,
  rapidly: 1.3,
};

/** Other words for the emotions of `speechify:style`. */
const SYNONYMS: Readonly<Record<string, string>> = {
  happy: 'cheerful',
  joyful: 'cheerful',
  friendly: 'warm',
  gentle: 'calm',
  soothing: 'calm',
  serious: 'direct',
  excited: 'energetic',
  enthusiastic: 'energetic',
  scared: 'fearful',
  mournful: 'sad',
  furious: 'angry',
  confident: 'assertive',
};

/** They take back the word that follows. */
const NEGATIONS = new Set(['not', 'never', 'no', "don't", 'without']);

/**
 * No engine here follows instructions: words for pace and mood change pace and pitch, as the elements of SSML do
 * (our choice), and nothing else is understood. O(n).
 */
export function deliveryOf(instructions: string): Delivery {
  const words = instructions.toLowerCase().match(/[a-z']+/g) ?? [];
  const meant = words.filter((_, index) => !NEGATIONS.has(words[index - 1] ?? ''));
  const understood = [...new Set(meant)].flatMap((word) => changeOf(word) ?? []);
  const product = (of: (change: Change) => number): number =>
    understood.reduce((factor, change) => factor * of(change), 1);
  return {
    rate: between(
      product(({ rate }) => rate),
      0.5,
      2,
    ),
    pitch: between(
      product(({ pitch }) => pitch),
      0.6,
      1.6,
    ),
    followed: understood.map(({ word }) => word),
  };
}

interface Change {
  readonly word: string;
  readonly rate: number;
  readonly pitch: number;
}

function changeOf(word: string): Change | undefined {
  const pace = own(PACES, word);
  if (pace !== undefined) return { word, rate: pace, pitch: 1 };
  const emotion = own(EMOTIONS, own(SYNONYMS, word) ?? word);
  return emotion === undefined ? undefined : { word, rate: emotion.rate, pitch: emotion.pitch };
}

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const between = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));
