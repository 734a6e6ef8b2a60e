import { Button, StatusBadge, TextArea } from '@sextant/web';
import { useState } from 'react';
import type { Service } from '../../service.js';
import { useText } from '../../strings/index.js';
import type { Choices } from '../../text/translation.js';
import type { Handle } from '../documents.js';
import { edgesOf, shownText, withoutEdges, writtenXml } from './marks.js';
import { TextMatches } from './text-matches.js';
import type { EditableText } from './texts.js';
import { useDraft, type DraftState } from './use-draft.js';
import { warningsOf, type Warning } from './warnings.js';

export interface TextRowProps {
  readonly service: Service;
  readonly handle: Handle;
  readonly text: EditableText;
  /** With what other translations are looked for. */
  readonly choices: Choices;
  /** Language of the document. */
  readonly source: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

const COLUMNS = 45;
const MOST_ROWS = 12;

/** A text, its translation to be corrected, and what may be wrong with it. */
export function TextRow({ service, handle, text, choices, source, isOpen, onOpen }: TextRowProps) {
  const { written, state, write, settle, retry } = useDraft(service, handle, text);
  const [edges] = useState(() => edgesOf(shownText(text.source), shownText(written)));
  const shown = (xml: string) => withoutEdges(shownText(xml), edges);
  const words = shown(text.source);
  // As it is typed: marks that do not close yet have no other form.
  const [target, setTarget] = useState(() => shown(written));
  const change = (now: string) => {
    setTarget(now);
    write(writtenXml(edges.before + now + edges.after));
  };
  return (
    <div className="tr-edit" onFocus={onOpen}>
      <TextArea
        label={words}
        value={target}
        onChange={change}
        lang={choices.target}
        rows={Math.min(MOST_ROWS, Math.ceil(Math.max(target.length, 1) / COLUMNS))}
      />
      <div className="tr-edit-about">
        <Warnings warnings={warningsOf(words, target, text.terms)} />
        <Saved {...{ state, retry }} />
        {state.kind === 'conflict' ? (
          <Conflict
            theirs={shown(state.theirs)}
            onTake={() => {
              setTarget(shown(state.theirs));
              settle(state.theirs, state.theirs);
            }}
            onKeep={() => settle(state.theirs, written)}
          />
        ) : null}
      </div>
      {isOpen ? (
        <TextMatches {...{ service, choices, source, words, target }} onUse={change} />
      ) : null}
    </div>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  const text = useText();
  return warnings.map((warning) => (
    <StatusBadge key={JSON.stringify(warning)} tone="warning">
      {wordsOf(warning, text)}
    </StatusBadge>
  ));
}

function wordsOf(warning: Warning, text: ReturnType<typeof useText>): string {
  switch (warning.kind) {
    case 'marks':
      return text('editor.marks', { marks: warning.what });
    case 'numbers':
      return text('editor.numbers', { numbers: warning.what });
    case 'glossary':
      return text('editor.term', { source: warning.source, target: warning.target });
    case 'length':
      return text('editor.length');
    case 'empty':
      return text('editor.empty');
  }
}

function Saved({ state, retry }: { readonly state: DraftState; readonly retry: () => void }) {
  const text = useText();
  if (state.kind === 'failed') {
    return (
      <>
        <span role="alert">{state.error.message}</span>
        <Button onPress={retry}>{text('editor.retry')}</Button>
      </>
    );
  }
  if (state.kind === 'conflict') return null;
  return <span className="sx-muted">{text(`editor.${state.kind}`)}</span>;
}

interface ConflictProps {
  readonly theirs: string;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

/** The same text was changed in another window. */
function Conflict({ theirs, onTake, onKeep }: ConflictProps) {
  const text = useText();
  return (
    <div role="alert" className="tr-toolbar">
      <span>{text('editor.conflict', { theirs })}</span>
      <Button onPress={onTake}>{text('editor.conflict.take')}</Button>
      <Button onPress={onKeep}>{text('editor.conflict.keep')}</Button>
    </div>
  );
}
