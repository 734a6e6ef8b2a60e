import {
  Button,
  complain,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  LoadingState,
  MoreList,
  say,
} from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { useText } from '../strings/index.js';
import { EVERYTHING, Filter, given, queryOf } from './filter.js';
import { useAnswer } from '../use-answer.js';

interface Letter {
  readonly id: string;
  readonly at: string;
  readonly reason: string;
  readonly event: string;
}

interface Replayed {
  readonly replayed: number;
  readonly failed: number;
}

/** What could not be used or delivered: to be used again, one by one or all that are shown, or thrown away. */
export function DeadLettersPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const [wanted, setWanted] = useState(EVERYTHING);
  const path = `/dead-letters?${queryOf(wanted)}`;
  const { body, error, load } = useAnswer<{ readonly deadLetters: readonly Letter[] }>(api, path);
  const replayAll = () =>
    void api<Replayed>('/dead-letters/replay', { method: 'POST', body: given(wanted) })
      .then(({ body: { replayed, failed } }) => say(text('letters.done', { replayed, failed })))
      .then(load, complain);
  return (
    <>
      <Filter wanted={wanted} onChange={setWanted} />
      <ReplayAll onConfirm={replayAll} />
      {error === undefined ? null : <ErrorState error={error} onRetry={load} />}
      {body === undefined ? <LoadingState lines={4} /> : null}
      {body?.deadLetters.length === 0 ? <EmptyState title={text('letters.none')} /> : null}
      <MoreList
        label={text('operations.letters')}
        items={body?.deadLetters ?? []}
        keyOf={({ id }) => id}
        render={(letter) => <LetterItem api={api} letter={letter} onChanged={load} />}
      />
    </>
  );
}

function ReplayAll({ onConfirm }: { readonly onConfirm: () => void }) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="inbox-toolbar">
      <Button onPress={() => setAsking(true)}>{text('letters.all')}</Button>
      <ConfirmDialog
        title={text('letters.all')}
        action={text('letters.replay')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onConfirm}
      >
        <p>{text('letters.about')}</p>
      </ConfirmDialog>
    </div>
  );
}

interface LetterItemProps {
  readonly api: Api;
  readonly letter: Letter;
  readonly onChanged: () => void;
}

const SHOWN = 300;

function LetterItem({ api, letter, onChanged }: LetterItemProps) {
  const text = useText();
  const { id, reason, event } = letter;
  const path = `/dead-letters/${encodeURIComponent(id)}`;
  return (
    <article className="inbox-item">
      <div className="inbox-about">
        <h2 dir="auto">{reason}</h2>
        <p className="sx-muted" dir="auto">
          {event.slice(0, SHOWN)}
        </p>
      </div>
      <div className="inbox-actions">
        <Button
          onPress={() => void api(`${path}/replay`, { method: 'POST' }).then(onChanged, complain)}
        >
          {text('letters.replay')}
        </Button>
        <Button
          kind="quiet"
          onPress={() => void api(path, { method: 'DELETE' }).then(onChanged, complain)}
        >
          {text('letters.drop')}
        </Button>
      </div>
    </article>
  );
}
