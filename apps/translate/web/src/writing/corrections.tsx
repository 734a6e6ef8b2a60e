import { Button, MoreList } from '@sextant/web';
import { useText } from '../strings/index.js';
import type { Correction } from './writing.js';

export interface CorrectionsProps {
  readonly text: string;
  readonly corrections: readonly Correction[];
  readonly onAccept: (accepted: readonly Correction[]) => void;
  readonly onIgnore: (correction: Correction) => void;
  readonly onLearn: (word: string) => void;
}

/** What could be changed, one by one or all at once. */
export function Corrections({ text: whole, corrections, ...actions }: CorrectionsProps) {
  const text = useText();
  return (
    <>
      <div className="tr-toolbar">
        <strong role="status">{text('writing.found', { count: corrections.length })}</strong>
        <Button onPress={() => actions.onAccept(corrections)}>{text('writing.acceptAll')}</Button>
      </div>
      <MoreList
        label={text('writing.corrections')}
        items={corrections}
        keyOf={({ start, end, replacement }) => `${start}-${end}-${replacement}`}
        render={(correction) => <CorrectionItem {...{ whole, correction, ...actions }} />}
      />
    </>
  );
}

/** What a dictionary may hold. */
const IS_WORD = /^[\p{L}\p{M}\p{N}'’.·-]{2,100}$/u;

interface CorrectionItemProps extends Pick<CorrectionsProps, 'onAccept' | 'onIgnore' | 'onLearn'> {
  readonly whole: string;
  readonly correction: Correction;
}

function CorrectionItem({ whole, correction, onAccept, onIgnore, onLearn }: CorrectionItemProps) {
  const text = useText();
  const { start, end, replacement, alternatives, explanation, rule } = correction;
  const before = whole.slice(start, end);
  const choices = [replacement, ...alternatives.filter((one) => one !== replacement)];
  return (
    <article className="tr-item" aria-label={`${before} → ${replacement}`}>
      <div className="tr-item-about">
        <p>
          <del>{before}</del> <ins>{replacement}</ins>
        </p>
        <p className="sx-muted">{explanation ?? rule}</p>
      </div>
      {choices.map((choice) => (
        <Button
          key={choice}
          label={`${text('writing.accept')}: ${choice === '' ? before : choice}`}
          onPress={() => onAccept([{ ...correction, replacement: choice }])}
        >
          {choice === '' ? text('writing.takeOut') : choice}
        </Button>
      ))}
      <QuietAction
        what={text('writing.ignore')}
        word={before}
        onPress={() => onIgnore(correction)}
      />
      {IS_WORD.test(before) ? (
        <QuietAction what={text('writing.learn')} word={before} onPress={() => onLearn(before)} />
      ) : null}
    </article>
  );
}

interface QuietActionProps {
  readonly what: string;
  readonly word: string;
  readonly onPress: () => void;
}

const QuietAction = ({ what, word, onPress }: QuietActionProps) => (
  <Button kind="quiet" label={`${what}: ${word}`} onPress={onPress}>
    {what}
  </Button>
);
