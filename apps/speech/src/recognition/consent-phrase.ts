import type { Random } from '@sextant/platform-runtime/clock';

/**
 * The words that challenges are made of: two syllables or more, unlike each other, in every English dictionary. No
 * function words, which recognisers insert at will.
 */
export const PHRASE_WORDS: readonly string[] = (
  'balcony bamboo banana basket blanket bottle calendar carpet castle cherry chocolate circus coffee cradle ' +
  'crocodile crystal customer desert diamond dinosaur dolphin dragon elephant envelope factory forest fountain ' +
  'furniture garden ginger gorilla guitar helmet holiday hospital jacket jungle kitchen lantern lemon library ' +
  'magazine magnet meadow medicine microphone mirror monkey mountain museum napkin newspaper oyster pencil ' +
  'photograph piano potato professor pumpkin rabbit restaurant rocket sandwich shadow silver spider telescope ' +
  'thunder tomato tornado tractor umbrella violin vitamin volcano window'
).split(' ');

/** What stands before the words: the consent itself. */
export const STEM = 'I consent to the use of my voice';
/** Words of a challenge: 76 words give 6.2 bits each. */
export const PHRASE_LENGTH = 8;
/** Words that may be wrong, missing or too many: a slip of the tongue and one of the recogniser. */
export const MAX_EDITS = 2;

/** Distinct words in random order. */
export function drawWords(random: Random): readonly string[] {
  const rest = [...PHRASE_WORDS];
  return Array.from({ length: PHRASE_LENGTH }, () => {
    const [word = ''] = rest.splice(below(random, rest.length), 1);
    return word;
  });
}

/** Without bias: numbers above the largest multiple are drawn anew. */
function below(random: Random, limit: number): number {
  const largest = Math.floor(2 ** 32 / limit) * limit;
  for (;;) {
    const number = random.bytes(4).readUInt32BE();
    if (number < largest) return number % limit;
  }
}

/** As it is shown to the speaker: commas make pauses, in which words are told apart best. */
export const phraseOf = (words: readonly string[]): string => `${STEM}: ${words.join(', ')}.`;

export interface PhraseScore {
  /** Words to replace, insert or delete. */
  readonly edits: number;
  readonly accepted: boolean;
}

/**
 * Compares what was heard with the challenge. The vocabulary's words count; the stem is the same in all challenges and
 * says nothing about this one.
 */
export function scorePhrase(words: readonly string[], transcript: string): PhraseScore {
  const known = new Set(PHRASE_WORDS);
  const heard = transcript.toLowerCase().match(/[a-z']+/g) ?? [];
  const edits = editDistance(
    words,
    heard.filter((word) => known.has(word)),
  );
  return { edits, accepted: edits <= MAX_EDITS };
}

/** Levenshtein 1966. O(n m). */
function editDistance(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, word] of one.entries()) {
    const next = [i + 1];
    for (const [j, heard] of other.entries()) {
      const replaced = (row[j] ?? 0) + (word === heard ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
