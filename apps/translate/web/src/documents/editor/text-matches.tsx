import { Button, useLoaded } from '@sextant/web';
import { useCallback, useState } from 'react';
import { matchIn } from '../../memories/memories.js';
import type { Service } from '../../service.js';
import { useText } from '../../strings/index.js';
import { findAlternatives } from '../../text/alternatives.js';
import type { Choices } from '../../text/translation.js';
import { withoutMarks } from './marks.js';

/** What the service takes as a text to be looked up, and as a sentence. */
const LONGEST_LOOKED_UP = 5000;
const LONGEST_SENTENCE = 1500;

export interface TextMatchesProps {
  readonly service: Service;
  readonly choices: Choices;
  /** Language of the text. */
  readonly source: string;
  /** The text and its translation, as people see them. */
  readonly words: string;
  readonly target: string;
  readonly onUse: (text: string) => void;
}

/** What a memory holds for a text, and on demand how engines say it otherwise, which counts; a press puts one in. */
export function TextMatches(props: TextMatchesProps) {
  const text = useText();
  const [isWanted, want] = useState(false);
  const words = withoutMarks(props.words).trim();
  if (words === '') return null;
  return (
    <div className="tr-matches">
      {props.choices.memory === '' || words.length > LONGEST_LOOKED_UP ? null : (
        <Remembered {...{ ...props, words }} />
      )}
      {isWanted ? <Others {...{ ...props, words }} /> : null}
      {isWanted || words.length > LONGEST_SENTENCE ? null : (
        <Button kind="quiet" onPress={() => want(true)}>
          {text('editor.matches')}
        </Button>
      )}
    </div>
  );
}

function Remembered({ service, choices, words, target, onUse }: TextMatchesProps) {
  const text = useText();
  const { memory: memoryId, target: language } = choices;
  const ask = useCallback(
    (signal: AbortSignal) => matchIn(service, { memoryId, text: words, target: language }, signal),
    [service, memoryId, language, words],
  );
  const { state } = useLoaded(ask);
  const match = state.kind === 'loaded' ? state.value : undefined;
  if (match === undefined || match.target === target) return null;
  const about = text('origin.memory', { score: match.score });
  return (
    <Offers label={about} language={language} offers={[[match.target, about]]} onUse={onUse} />
  );
}

function Others({ service, choices, source, words, target, onUse }: TextMatchesProps) {
  const text = useText();
  const ask = useCallback(
    (signal: AbortSignal) => findAlternatives(service, { choices, source, text: words }, signal),
    [service, choices, source, words],
  );
  const { state } = useLoaded(ask);
  if (state.kind === 'failed') return <p role="alert">{state.error.message}</p>;
  if (state.kind === 'loading') return null;
  const others = state.value.filter((one) => one.text !== target && one.engine !== 'memory');
  if (others.length === 0) return <p role="status">{text('wording.none')}</p>;
  return (
    <Offers
      label={text('editor.matches')}
      language={choices.target}
      offers={others.map((one) => [one.text, one.engine])}
      onUse={onUse}
    />
  );
}

interface OffersProps {
  readonly label: string;
  readonly language: string;
  /** Each with where it comes from. */
  readonly offers: readonly (readonly [string, string])[];
  readonly onUse: (text: string) => void;
}

const Offers = ({ label, language, offers, onUse }: OffersProps) => (
  <ul className="tr-wording-list" aria-label={label} lang={language}>
    {offers.map(([offer, about]) => (
      <li key={offer}>
        <Button onPress={() => onUse(offer)}>{offer}</Button>{' '}
        <span className="sx-muted">{about}</span>
      </li>
    ))}
  </ul>
);
