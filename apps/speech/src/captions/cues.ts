import type { WordMark } from '../synthesis/marks/speech-marks.js';
import { goesOnAfter } from '../text/words/abbreviations.js';
import { shownWords, type ShownWord } from './shown-words.js';

/** What is shown at a time: lines of words, each with its own times. */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly (readonly ShownWord[])[];
  /** Who speaks, where several do. */
  readonly speaker?: string | undefined;
}

export interface CueOptions {
  /** Characters in a line. */
  readonly maxLineLength: number;
  readonly maxLines: number;
  /** BCP 47: "Dr." ends no sentence in English. */
  readonly language: string;
}

/** What one speaker said: marks and the input that their offsets are of. */
export interface CaptionedPart {
  readonly input: string;
  readonly marks: readonly WordMark[];
  readonly speaker?: string | undefined;
}

/** Longest time that one is shown, and longest pause within one (EBU and Netflix's guides: 7 s; our choice: 0.7 s). */
const MAX_CUE_MS = 7000;
const MAX_PAUSE_MS = 700;
/** It stays when nothing follows. */
const LINGER_MS = 500;
const SENTENCE_END = /[.!?…。！？।؟]["'”’»)\]』」]*$/u;

/** Cues of all parts in order: a new one at the end of a sentence, after a pause, and where one is full. O(n). */
export function cuesOf(parts: readonly CaptionedPart[], options: CueOptions): readonly Cue[] {
  const cues = parts.flatMap(({ input, marks, speaker }) =>
    groupsOf(shownWords(input, marks), options).map((lines) => ({ lines, speaker })),
  );
  return cues.map(({ lines, speaker }, index) => {
    const words = lines.flat();
    const startMs = words[0]?.startMs ?? 0;
    const nextMs = cues[index + 1]?.lines[0]?.[0]?.startMs ?? Infinity;
    const spokenMs = words.at(-1)?.endMs ?? startMs;
    const endMs = Math.max(startMs + 1, Math.min(spokenMs + LINGER_MS, nextMs));
    return { startMs, endMs, lines, speaker };
  });
}

function groupsOf(words: readonly ShownWord[], options: CueOptions): ShownWord[][][] {
  const groups: ShownWord[][][] = [];
  let last: ShownWord | undefined;
  for (const word of words) {
    const group = groups.at(-1);
    if (
      group === undefined ||
      last === undefined ||
      isOver({ group, last, next: word }, options.language)
    ) {
      groups.push([[word]]);
    } else if (!addTo(group, word, options)) {
      groups.push([[word]]);
    }
    last = word;
  }
  return groups;
}

interface Step {
  readonly group: readonly (readonly ShownWord[])[];
  readonly last: ShownWord;
  readonly next: ShownWord;
}

function isOver({ group, last, next }: Step, language: string): boolean {
  const startMs = group[0]?.[0]?.startMs ?? 0;
  return (
    endsSentence(last, next, language) ||
    next.startMs - last.endMs > MAX_PAUSE_MS ||
    next.endMs - startMs > MAX_CUE_MS
  );
}

function endsSentence({ text }: ShownWord, next: ShownWord, language: string): boolean {
  if (!SENTENCE_END.test(text)) return false;
  const primary = language.split('-')[0]?.toLowerCase() ?? language;
  return !text.endsWith('.') || !goesOnAfter(text.slice(0, -1), next.text, primary);
}

/** Whether there was room for it. */
function addTo(
  group: ShownWord[][],
  word: ShownWord,
  { maxLineLength, maxLines }: CueOptions,
): boolean {
  const line = group.at(-1) ?? [];
  const length = line.reduce((sum, { text, space }) => sum + text.length + space.length, 0);
  if (length + word.text.length <= maxLineLength) {
    line.push(word);
    return true;
  }
  if (group.length >= maxLines) return false;
  group.push([word]);
  return true;
}
