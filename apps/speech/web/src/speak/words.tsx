import { memo } from 'react';
import { useText } from '../strings/index.js';
import type { Mark } from './speech.js';

export interface WordsProps {
  readonly input: string;
  readonly marks: readonly Mark[];
  /** Place of the word that is being spoken; -1 for none. */
  readonly lit: number;
  readonly onWord: (mark: Mark) => void;
}

/** The text as it is spoken: the word that is heard is lit, a press goes to one. */
export function Words({ input, marks, lit, onWord }: WordsProps) {
  const text = useText();
  let position = 0;
  const parts = marks.map((mark, at) => {
    const before = input.slice(position, mark.start);
    position = Math.max(position, mark.end);
    return (
      <Word
        key={`${mark.start}-${at}`}
        before={before}
        mark={mark}
        isLit={at === lit}
        onWord={onWord}
      >
        {input.slice(mark.start, mark.end)}
      </Word>
    );
  });
  return (
    <section className="st-words" aria-label={text('words')} dir="auto">
      {parts}
      {input.slice(position)}
    </section>
  );
}

interface WordProps {
  readonly before: string;
  readonly mark: Mark;
  readonly isLit: boolean;
  readonly onWord: (mark: Mark) => void;
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
        onClick={() => onWord(mark)}
      >
        {children}
      </button>
    </>
  );
});
