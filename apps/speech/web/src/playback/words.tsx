import { memo } from 'react';
import { useText } from '../strings/index.js';
import type { TimedWord } from './playback.js';

/** A word and where it stands in the text, in UTF-16 code units. */
export interface PlacedWord extends TimedWord {
  readonly start: number;
  readonly end: number;
}

export interface WordsProps {
  readonly input: string;
  readonly marks: readonly PlacedWord[];
  /** Place of the word that is being spoken; -1 for none. */
  readonly lit: number;
  readonly onWord: (startMs: number) => void;
  /** What it is; the text of the page if absent. */
  readonly label?: string;
}

/** The text as it is spoken: the word that is heard is lit, a press goes to one. */
export function Words({ input, marks, lit, onWord, label }: WordsProps) {
  const text = useText();
  let position = 0;
  const parts = marks.map((mark, at) => {
    const before = input.slice(position, mark.start);
    position = Math.max(position, mark.end);
    return (
      <Word key={`${mark.start}-${at}`} {...{ before, mark, onWord }} isLit={at === lit}>
        {input.slice(mark.start, mark.end)}
      </Word>
    );
  });
  return (
    <section className="st-words" aria-label={label ?? text('input')} dir="auto">
      {parts}
      {input.slice(position)}
    </section>
  );
}

interface WordProps {
  readonly before: string;
  readonly mark: PlacedWord;
  readonly isLit: boolean;
  readonly onWord: (startMs: number) => void;
  readonly children: string;
}

const Word = memo(function Word({ before, mark, isLit, onWord, children }: WordProps) {
  return (
    <>
      {before}
      <button
        type="button"
        className={isLit ? 'st-word st-word-lit' : 'st-word'}
        {...(isLit ? { 'aria-current': 'true' } : {})}
        onClick={() => onWord(mark.start_time)}
      >
        {children}
      </button>
    </>
  );
});
