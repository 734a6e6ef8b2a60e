import {
  Button,
  CodeSample,
  complain,
  ConfirmDialog,
  Dialog,
  EmptyState,
  say,
  useLanguage,
} from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { Answer } from './answer.js';
import { post, timeOf, type DeadLetter, type DeployedTemplate } from './relay.js';
import { RoutePicture } from './route-picture.js';
import { useText } from './strings/index.js';
import { TemplateTrial } from './trial.js';
import { useAsked } from './use-asked.js';

interface Letters {
  readonly dead_letters: readonly DeadLetter[];
  readonly next_before: number | null;
}

/** What could not be delivered: to look at, to send again, to throw away. */
export function DeadLettersPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const { asked, again } = useAsked<Letters>(api, '/dead-letters?limit=100');
  return (
    <Answer asked={asked} onRetry={again}>
      {({ dead_letters: letters, next_before: more }) =>
        letters.length === 0 ? (
          <EmptyState title={text('letters.none')} />
        ) : (
          <>
            <LetterList api={api} letters={letters} onChange={again} />
            {more === null ? null : <p className="sx-muted">{text('letters.more')}</p>}
          </>
        )
      }
    </Answer>
  );
}

interface LetterListProps {
  readonly api: Api;
  readonly letters: readonly DeadLetter[];
  readonly onChange: () => void;
}

function LetterList({ api, letters, onChange }: LetterListProps) {
  const text = useText();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState<DeadLetter>();
  const ids = letters.map(({ id }) => id).filter((id) => chosen.has(id));
  const choose = (id: number, isChosen: boolean) => {
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((other) => other !== id)));
  };
  const chooseAll = () => setChosen(new Set(letters.map(({ id }) => id)));
  return (
    <>
      <BulkActions api={api} ids={ids} onAll={chooseAll} onChange={onChange} />
      <ul className="relay-lines" aria-label={text('tab.letters')}>
        {letters.map((letter) => (
          <Letter
            key={letter.id}
            letter={letter}
            isChosen={chosen.has(letter.id)}
            onChoose={(isChosen) => choose(letter.id, isChosen)}
            onOpen={() => setOpened(letter)}
          />
        ))}
      </ul>
      {opened === undefined ? null : (
        <LetterDialog api={api} letter={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

interface BulkProps {
  readonly api: Api;
  readonly ids: readonly number[];
  readonly onAll: () => void;
  readonly onChange: () => void;
}

function BulkActions({ api, ids, onAll, onChange }: BulkProps) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  const replay = () => {
    post<{ readonly replayed: number }>(api, '/dead-letters/replay', { ids })
      .then(({ replayed }) => say(text('letters.replayed', { count: replayed })))
      .then(onChange, complain);
  };
  const remove = () => {
    post<{ readonly removed: number }>(api, '/dead-letters/remove', { ids })
      .then(({ removed }) => say(text('letters.removed', { count: removed })))
      .then(onChange, complain);
  };
  const isNone = ids.length === 0;
  return (
    <div className="relay-form">
      <Button onPress={onAll}>{text('letters.all')}</Button>
      <Button kind="primary" isDisabled={isNone} onPress={replay}>
        {text('letters.replay', { count: ids.length })}
      </Button>
      <Button kind="danger" isDisabled={isNone} onPress={() => setAsking(true)}>
        {text('letters.remove', { count: ids.length })}
      </Button>
      <ConfirmDialog
        title={text('letters.removeTitle')}
        action={text('letters.removeAction')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
      >
        <p>{text('letters.removeAbout', { count: ids.length })}</p>
      </ConfirmDialog>
    </div>
  );
}

interface LetterProps {
  readonly letter: DeadLetter;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onOpen: () => void;
}

function Letter({ letter, isChosen, onChoose, onOpen }: LetterProps) {
  const text = useText();
  const { language } = useLanguage();
  const { id, at, sink, target, reason, event } = letter;
  return (
    <li>
      <input
        type="checkbox"
        aria-label={text('letters.choose', { id })}
        checked={isChosen}
        onChange={({ target: box }) => onChoose(box.checked)}
      />
      <time>{timeOf(at, language)}</time>
      <Button kind="quiet" onPress={onOpen}>
        {event.subject}
      </Button>
      <span>{target === sink ? sink : `${sink} ${target}`}</span>
      <span className="sx-muted">{reason}</span>
    </li>
  );
}

interface LetterDialogProps {
  readonly api: Api;
  readonly letter: DeadLetter;
  readonly onClose: () => void;
}

function LetterDialog({ api, letter, onClose }: LetterDialogProps) {
  const text = useText();
  const { asked, again } = useAsked<{ readonly templates: readonly DeployedTemplate[] }>(
    api,
    '/templates',
  );
  const choice = { dead_letter: letter.id };
  return (
    <Dialog
      title={letter.event.subject}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{text('close')}</Button>}
    >
      <p className="relay-fault">{letter.reason}</p>
      <Answer asked={asked} onRetry={again}>
        {({ templates }) => {
          const own = templates.find(({ option }) => option === optionOf(letter.sink));
          return own === undefined ? null : (
            <TemplateTrial {...{ api, choice, option: own.option }} deployed={own.template} />
          );
        }}
      </Answer>
      <RoutePicture api={api} choice={choice} />
      <CodeSample title={text('event.data')} code={JSON.stringify(letter.event.data, null, 2)} />
    </Dialog>
  );
}

/** The oldest two kinds of channels have a word more. */
const optionOf = (sink: string): string =>
  sink === 'workplacechat' ? 'workplacechat-message-template' : `${sink}-out-message`;
