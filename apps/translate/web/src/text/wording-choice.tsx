import { Button, ErrorState, LoadingState, useLoaded } from '@sextant/web';
import { useCallback, useMemo } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { findAlternatives, type Alternative } from './alternatives.js';
import type { SentencePair, Stretch } from './sentences.js';
import type { Choices } from './translation.js';
import { wordDifferences, type WordDifferences } from './word-differences.js';

export interface WordingChoiceProps {
  readonly service: Service;
  readonly choices: Choices;
  /** Language of the text. */
  readonly source: string;
  /** The sentence, what is said for it now, and which place of that was pressed, if any. */
  readonly pair: SentencePair;
  readonly wording: string;
  readonly place: number | undefined;
  readonly onChoose: (alternative: Alternative) => void;
  readonly onMove: (by: number) => void;
  readonly onClose: () => void;
}

/** Other translations of one sentence; a press on one puts it into the text. */
export function WordingChoice(props: WordingChoiceProps) {
  const text = useText();
  const { pair, choices, onMove, onClose } = props;
  return (
    <section className="tr-wordings" aria-label={text('wording.title')}>
      <p className="sx-muted" lang={props.source} dir="auto">
        {pair.source}
      </p>
      <Alternatives {...props} key={`${pair.source}\n${choices.target}`} />
      <div className="tr-toolbar">
        <Button onPress={() => onMove(-1)}>{text('wording.before')}</Button>
        <Button onPress={() => onMove(1)}>{text('wording.after')}</Button>
        <Button kind="quiet" onPress={onClose}>
          {text('close')}
        </Button>
      </div>
    </section>
  );
}

function Alternatives(props: WordingChoiceProps) {
  const text = useText();
  const { service, choices, source, pair, wording, place, onChoose } = props;
  const ask = useCallback(
    (signal: AbortSignal) =>
      findAlternatives(service, { text: pair.source, choices, source }, signal),
    [service, pair.source, choices, source],
  );
  const { state, reload } = useLoaded(ask);
  const others = useMemo(
    () => (state.kind === 'loaded' ? ordered(state.value, wording, place) : []),
    [state, wording, place],
  );
  if (state.kind === 'loading') return <LoadingState />;
  if (state.kind === 'failed')
    return <ErrorState error={state.error} onRetry={() => void reload()} />;
  if (others.length === 0) return <p role="status">{text('wording.none')}</p>;
  return (
    <ul className="tr-wording-list" lang={choices.target}>
      {others.map(({ alternative, parts }) => (
        <li key={alternative.text}>
          <Button onPress={() => onChoose(alternative)}>
            <Wording parts={parts} />
          </Button>
          {alternative.score === undefined ? null : (
            <span className="sx-muted">{text('origin.memory', { score: alternative.score })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What is new in it stands out. */
const Wording = ({ parts }: Pick<WordDifferences, 'parts'>) =>
  parts.map(({ text, isNew }, at) => (isNew ? <strong key={at}>{text}</strong> : text));

/** Those that say something else where was pressed come first. */
function ordered(all: readonly Alternative[], wording: string, place: number | undefined) {
  const compared = all
    .filter(({ text }) => text !== wording)
    .map((alternative) => ({ alternative, ...wordDifferences(wording, alternative.text) }));
  const isThere = ({ start, end }: Stretch) =>
    place !== undefined && start <= place && place <= end;
  const touches = ({ gone }: WordDifferences) => gone.some(isThere);
  return [...compared.filter(touches), ...compared.filter((one) => !touches(one))];
}
