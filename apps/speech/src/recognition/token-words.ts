import type { HeardWord } from './transcriber.js';

/** What a recogniser tells of its tokens. */
export interface TimedTokens {
  readonly text: string;
  readonly tokens?: readonly string[];
  /** When each begins, in seconds. */
  readonly timestamps?: readonly number[];
  readonly durations?: readonly number[];
}

/** Scripts without spaces: each token is a word. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Of the last token, where its length is not told. */
const LAST_SECONDS = 0.3;

/** Words with their times, of tokens with theirs (a space begins one; SentencePiece writes a lower block for it); nothing where the model tells none. O(n). */
export function wordsOf(result: TimedTokens): readonly HeardWord[] | undefined {
  const { text, tokens = [], timestamps = [] } = result;
  if (text.trim() === '') return [];
  if (tokens.length === 0 || timestamps.length < tokens.length) return undefined;
  const words: { text: string; startMs: number; endMs: number }[] = [];
  for (const [index, token] of tokens.entries()) {
    const said = token.replaceAll('▁', ' ');
    if (!isSaid(said)) continue;
    const [startMs, endMs] = timesOf(result, index);
    const last = words.at(-1);
    if (last === undefined || beginsWord(said)) {
      words.push({ text: said.trim(), startMs, endMs });
    } else {
      last.text += said.trimEnd();
      last.endMs = Math.max(last.endMs, endMs);
    }
  }
  return words;
}

/** `<|en|>` is none. */
const isSaid = (token: string): boolean => token.trim() !== '' && !/^<\|.*\|>$/u.test(token);

const beginsWord = (token: string): boolean => token.startsWith(' ') || UNSPACED.test(token);

function timesOf(
  { timestamps = [], durations = [] }: TimedTokens,
  index: number,
): [number, number] {
  const start = timestamps[index] ?? 0;
  const duration = durations[index];
  const end =
    duration === undefined ? (timestamps[index + 1] ?? start + LAST_SECONDS) : start + duration;
  return [Math.round(start * 1000), Math.round(Math.max(start, end) * 1000)];
}
