import type { Sentence, SpokenWord, Utterance } from '../../text/words/utterance.js';
import { lengthOf } from './phrase-speaker.js';

/** Where a sentence was cut because it is too long for an engine: its own silence at the cut is not wanted there. */
export type Cut = 'clause' | 'word';

/** What is said in one breath, after a pause. */
export interface Breath {
  readonly pauseMs: number;
  readonly words: readonly SpokenWord[];
  /** It goes on where the breath before it was cut. */
  readonly cut?: Cut;
}

export interface BreathOptions {
  readonly utterance: Pick<Utterance, 'sentences'>;
  readonly rate: number;
  readonly pitch: number;
  /** Between two sentences, where the text has no pause. */
  readonly sentencePauseMs: number;
  /** At the engine's own pace. A word that is longer is said by itself. */
  readonly mostCharacters: number;
  /** The same of the first breath. */
  readonly firstCharacters: number;
}

type Cutter = (words: readonly SpokenWord[]) => readonly Omit<Breath, 'pauseMs'>[];

/** Splits at pauses, changes of pace, pitch or language, the ends of sentences, and where a sentence is too long for an engine. */
export function breathsOf({
  utterance,
  rate,
  pitch,
  sentencePauseMs,
  mostCharacters,
  firstCharacters,
}: BreathOptions): readonly Breath[] {
  let hasBegun = false;
  const cut: Cutter = (words) => {
    const style = words[0]?.style ?? { rate: 1, pitch: 1 };
    // A slow voice needs its time, and a high one is longer before it is resampled.
    const stretch = Math.max(1, (pitch * style.pitch) / (rate * style.rate));
    const most = mostCharacters / stretch;
    const first = hasBegun ? most : firstCharacters / stretch;
    hasBegun ||= words.length > 0;
    return piecesOf(words, { most, first });
  };
  const result: Breath[] = [];
  for (const { items } of utterance.sentences) {
    const pauseMs = mayPause(result, items) ? sentencePauseMs : 0;
    result.push(...breathsIn(items, pauseMs, cut));
  }
  return result;
}

function breathsIn(items: Sentence['items'], before: number, cut: Cutter): readonly Breath[] {
  const result: Breath[] = [];
  let pauseMs = before;
  let words: SpokenWord[] = [];
  const flush = (): void => {
    for (const piece of cut(words)) {
      result.push({ pauseMs, ...piece });
      pauseMs = 0;
    }
    words = [];
  };
  for (const item of items) {
    if (item.kind === 'break') {
      flush();
      pauseMs += item.ms;
      continue;
    }
    const last = words.at(-1);
    if (last !== undefined && !isSameDelivery(last, item)) flush();
    words.push(item);
  }
  flush();
  if (pauseMs > 0) result.push({ pauseMs, words: [] });
  return result;
}

/** Whether a sentence follows words, and the text has no pause between the two. */
const mayPause = (before: readonly Breath[], [first]: Sentence['items']): boolean =>
  (before.at(-1)?.words.length ?? 0) > 0 && first?.kind !== 'break';

const isSameDelivery = ({ style: a }: SpokenWord, { style: b }: SpokenWord): boolean =>
  a.rate === b.rate &&
  a.pitch === b.pitch &&
  a.volumeDb === b.volumeDb &&
  // A model is told the language of a phrase.
  a.language === b.language;

/** Whole clauses where they are short enough; of longer ones, pieces of about the same length. */
function piecesOf(
  words: readonly SpokenWord[],
  { most, first }: { readonly most: number; readonly first: number },
): readonly { readonly words: readonly SpokenWord[]; readonly cut?: Cut }[] {
  const pieces: { words: SpokenWord[]; cut?: Cut }[] = [];
  for (const clause of clausesOf(words)) {
    const last = pieces.at(-1);
    const room = pieces.length > 1 ? most : first;
    if (last !== undefined && charactersOf(last.words) + charactersOf(clause) <= room) {
      last.words.push(...clause);
      continue;
    }
    const parts = pieces.length > 0 ? partsOf(clause, most) : beginningOf(clause, most, first);
    for (const [index, part] of parts.entries()) {
      const cut: Cut = index === 0 ? 'clause' : 'word';
      pieces.push(pieces.length === 0 ? { words: part } : { words: part, cut });
    }
  }
  return pieces;
}

/** A mark at which whoever reads aloud may pause, and what may stand behind it. */
const CLAUSE_END = /[,;:…،؛、，；：–—][\p{Pe}\p{Pf}"']*$/u;

function clausesOf(words: readonly SpokenWord[]): readonly (readonly SpokenWord[])[] {
  const clauses: SpokenWord[][] = [];
  let isOver = true;
  for (const word of words) {
    if (isOver) clauses.push([]);
    clauses.at(-1)?.push(word);
    isOver = CLAUSE_END.test(word.text);
  }
  return clauses;
}

/** The first part is short, so that it is heard soon; the others are as long as they may be. */
function beginningOf(words: readonly SpokenWord[], most: number, first: number): SpokenWord[][] {
  const [begin = []] = partsOf(words, first);
  return [begin, ...partsOf(words.slice(begin.length), most)];
}

/** As few as there must be, none much shorter than the others: a word alone sounds like a sentence. */
function partsOf(words: readonly SpokenWord[], most: number): SpokenWord[][] {
  const all = charactersOf(words);
  const wanted = all / Math.ceil(all / most);
  const parts: SpokenWord[][] = [];
  let characters = 0;
  for (const word of words) {
    const length = charactersOf([word]);
    const part = parts.at(-1);
    const isFull = characters + length > most || characters >= wanted;
    if (part === undefined || isFull) {
      parts.push([word]);
      characters = length;
    } else {
      part.push(word);
      characters += length;
    }
  }
  return parts;
}

const charactersOf = (words: readonly SpokenWord[]): number =>
  lengthOf(words.map(({ text }) => text));
