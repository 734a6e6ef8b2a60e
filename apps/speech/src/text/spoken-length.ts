import type { SpokenWord, Utterance } from './words/utterance.js';

/** Seconds at a voice's own pace, measured with espeak-ng in ten languages; others speak as fast, to within a half. */
const SECONDS = {
  letter: 0.055,
  consonant: 0.09,
  character: 0.19,
  digit: 0.35,
  alone: 0.2,
  pause: 0.3,
} as const;

/** Signs that are syllables or words. */
const CHARACTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** Letters of scripts that write no vowels. */
const CONSONANTS = /[\p{Script=Arabic}\p{Script=Hebrew}]/gu;
const DIGITS = /\p{Nd}/gu;
/** Letters that are said by their names. */
const ALONE = /(?<![\p{L}\p{M}])\p{L}(?![\p{L}\p{M}'’])/gu;
const PAUSES = /[.,;:!?](?=\s|$)|[。，、！？；：]/gu;

/** About how long it will last, in seconds, without the pauses that are asked for. Before any work. O(n). */
export function estimatedSeconds({ sentences }: Utterance, rate: number): number {
  let seconds = 0;
  for (const item of sentences.flatMap(({ items }) => items)) {
    seconds += item.kind === 'break' ? item.ms / 1000 : wordSeconds(item) / rate;
  }
  return seconds;
}

function wordSeconds({ text, style }: SpokenWord): number {
  const characters = countOf(text, CHARACTERS);
  const digits = countOf(text, DIGITS);
  const consonants = countOf(text, CONSONANTS);
  const letters = text.length - characters - consonants - digits + 1;
  return (
    (letters * SECONDS.letter +
      consonants * SECONDS.consonant +
      characters * SECONDS.character +
      digits * SECONDS.digit +
      countOf(text, ALONE) * SECONDS.alone +
      countOf(text, PAUSES) * SECONDS.pause) /
    style.rate
  );
}

function countOf(text: string, pattern: RegExp): number {
  let count = 0;
  for (const match of text.matchAll(pattern)) count += match.length > 0 ? 1 : 0;
  return count;
}
