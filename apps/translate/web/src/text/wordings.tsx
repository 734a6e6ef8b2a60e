import { withWording } from './alternatives.js';
import { pairAt, sentencePairs } from './sentences.js';
import type { TranslationPaneProps } from './translation-output.js';
import type { Translation } from './translation.js';
import { WordingChoice } from './wording-choice.js';

export interface WordingsProps extends Pick<
  TranslationPaneProps,
  'service' | 'choices' | 'written' | 'onChange'
> {
  readonly source: string;
  readonly translation: Translation;
  /** In the translation, in UTF-16 code units. */
  readonly place: number;
  readonly onMove: (place: number) => void;
  readonly onClose: () => void;
}

/** Other wordings of the sentence at a place of a translation. */
export function Wordings({ written, translation, place, ...rest }: WordingsProps) {
  const { onChange, onMove, ...shown } = rest;
  const { text } = translation;
  const pairs = sentencePairs(written, text);
  const at = pairAt(pairs, place);
  const pair = pairs[at];
  if (pair === undefined) return null;
  const { target } = pair;
  return (
    <WordingChoice
      {...shown}
      pair={pair}
      wording={text.slice(target.start, target.end)}
      place={place > target.start ? place - target.start : undefined}
      onChoose={(alternative) => {
        onChange(withWording(translation, target, alternative));
        onMove(target.start);
      }}
      onMove={(by) => onMove(pairs[(at + by + pairs.length) % pairs.length]?.target.start ?? 0)}
    />
  );
}
