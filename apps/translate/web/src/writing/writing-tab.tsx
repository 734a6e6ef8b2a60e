import {
  Button,
  complain,
  CopyButton,
  EmptyState,
  Select,
  TextArea,
  useLanguage,
  useLoaded,
} from '@sextant/web';
import { useCallback, useState } from 'react';
import { languageOptions } from '../languages.js';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import { Corrections } from './corrections.js';
import { DictionaryWords } from './dictionary-words.js';
import { useDictionary, type Dictionary } from './use-dictionary.js';
import { corrected, improve, listWritingLanguages, type Correction } from './writing.js';

/** Styles and tones of the published interface; which of them there are depends on the engine. */
const STYLES = [
  ['academic', 'style.academic'],
  ['business', 'style.business'],
  ['casual', 'style.casual'],
  ['simple', 'style.simple'],
] as const;
const TONES = [
  ['confident', 'tone.confident'],
  ['diplomatic', 'tone.diplomatic'],
  ['enthusiastic', 'tone.enthusiastic'],
  ['friendly', 'tone.friendly'],
] as const;

interface Proposal {
  /** The text that the corrections are about. */
  readonly text: string;
  readonly corrections: readonly Correction[];
}

/** Corrects and rephrases; each correction is taken or left. */
export function WritingTab({ service }: { readonly service: Service }) {
  const text = useText();
  const [asked, ask] = useState({ language: '', style: '', tone: '' });
  const dictionary = useDictionary();
  const { written, proposal, isWorking, type, work, accept, ignore, learn } = useWriting(
    service,
    asked,
    dictionary,
  );
  return (
    <>
      <WritingChoices {...{ service, asked, ask }} />
      <TextArea label={text('writing.input')} value={written} onChange={type} rows={8} />
      <div className="tr-toolbar">
        <Button kind="primary" isPending={isWorking} onPress={() => work('correct')}>
          {text('writing.correct')}
        </Button>
        <Button isPending={isWorking} onPress={() => work('rephrase')}>
          {text('writing.rephrase')}
        </Button>
        <CopyButton value={written} />
      </div>
      {proposal?.corrections.length === 0 ? <EmptyState title={text('writing.none')} /> : null}
      {proposal === undefined || proposal.corrections.length === 0 ? null : (
        <Corrections {...proposal} onAccept={accept} onIgnore={ignore} onLearn={learn} />
      )}
      <DictionaryWords {...dictionary} />
    </>
  );
}

function useWriting(service: Service, asked: Choices, { words, add }: Dictionary) {
  const [written, write] = useState('');
  const [proposal, propose] = useState<Proposal>();
  const [isWorking, setWorking] = useState(false);
  const work = (task: 'correct' | 'rephrase') => {
    setWorking(true);
    improve(service, task, { text: written, knownWords: words, ...asked })
      .then((found) => propose({ text: written, corrections: found?.corrections ?? [] }))
      .catch(complain)
      .finally(() => setWorking(false));
  };
  const accept = (accepted: readonly Correction[]) => {
    if (proposal === undefined) return;
    const next = corrected(proposal.text, accepted);
    write(next);
    propose({ text: next, corrections: remaining(proposal.corrections, accepted) });
  };
  const ignore = (left: Correction) => {
    if (proposal === undefined) return;
    propose({ ...proposal, corrections: proposal.corrections.filter((one) => one !== left) });
  };
  /** A word that is right is right wherever it stands. */
  const learn = (word: string) => {
    add(word);
    if (proposal === undefined) return;
    const others = proposal.corrections.filter(
      ({ start, end }) => proposal.text.slice(start, end) !== word,
    );
    propose({ ...proposal, corrections: others });
  };
  const type = (next: string) => {
    write(next);
    // The places of corrections are those of another text.
    propose(undefined);
  };
  return { written, proposal, isWorking, type, work, accept, ignore, learn };
}

/** Those that were not taken, at their places in the text as it is now. */
const remaining = (
  corrections: readonly Correction[],
  accepted: readonly Correction[],
): readonly Correction[] =>
  corrections
    .filter(
      (one) =>
        !accepted.some(({ start, end }) => start < one.end && one.start < end) &&
        !accepted.some(({ start }) => start === one.start),
    )
    .map((one) => {
      const shift = accepted
        .filter(({ start }) => start < one.start)
        .reduce((sum, { start, end, replacement }) => sum + replacement.length - (end - start), 0);
      return { ...one, start: one.start + shift, end: one.end + shift };
    });

interface Choices {
  readonly language: string;
  readonly style: string;
  readonly tone: string;
}

interface WritingChoicesProps {
  readonly service: Service;
  readonly asked: Choices;
  readonly ask: (asked: Choices) => void;
}

function WritingChoices({ service, asked, ask }: WritingChoicesProps) {
  const text = useText();
  const { language } = useLanguage();
  const list = useCallback(
    (signal: AbortSignal) => listWritingLanguages(service, signal),
    [service],
  );
  const { state } = useLoaded(list);
  const languages = state.kind === 'loaded' ? state.value : [];
  const automatic = { id: '', title: text('choice.automatic') };
  return (
    <div className="tr-languages">
      <Select
        label={text('writing.language')}
        value={asked.language}
        options={[
          { id: '', title: text('source.detect') },
          ...languageOptions(languages, language),
        ]}
        onChange={(chosen) => ask({ ...asked, language: chosen })}
      />
      <Select
        label={text('writing.style')}
        value={asked.style}
        options={[automatic, ...STYLES.map(([id, key]) => ({ id, title: text(key) }))]}
        // The interface takes one of the two.
        onChange={(style) => ask({ ...asked, style, tone: '' })}
      />
      <Select
        label={text('writing.tone')}
        value={asked.tone}
        options={[automatic, ...TONES.map(([id, key]) => ({ id, title: text(key) }))]}
        onChange={(tone) => ask({ ...asked, tone, style: '' })}
      />
    </div>
  );
}
