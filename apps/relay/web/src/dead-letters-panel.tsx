import {
  Button,
  CodeSample,
  complain,
  ConfirmDialog,
  DataTable,
  type DataTableProps,
  Dialog,
  EmptyState,
  Moment,
  say,
  useOpened,
} from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { Answer } from './answer.js';
import { post, type DeadLetter, type DeployedTemplate } from './relay.js';
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
  const [chosen, setChosen] = useState<ReadonlySet<string | number>>(new Set());
  const [openedId, open] = useOpened();
  const opened = letters.find(({ id }) => String(id) === openedId);
  const ids = letters.map(({ id }) => id).filter((id) => chosen.has(id));
  return (
    <>
      <BulkActions api={api} ids={ids} onChange={onChange} />
      <LetterTable
        letters={letters}
        selection={{ keys: chosen, onChange: setChosen }}
        onOpen={({ id }) => open(String(id))}
      />
      {opened === undefined ? null : (
        <LetterDialog api={api} letter={opened} onClose={() => open()} />
      )}
    </>
  );
}

interface LetterTableProps extends Required<Pick<DataTableProps<DeadLetter>, 'selection'>> {
  readonly letters: readonly DeadLetter[];
  readonly onOpen: (letter: DeadLetter) => void;
}

function LetterTable({ letters, selection, onOpen }: LetterTableProps) {
  const text = useText();
  const place = ({ sink, target }: DeadLetter) => (target === sink ? sink : `${sink} ${target}`);
  return (
    <DataTable
      label={text('tab.letters')}
      items={letters}
      keyOf={({ id }) => id}
      selection={selection}
      columns={[
        [
          text('event.title'),
          (letter) => (
            <Button kind="quiet" onPress={() => onOpen(letter)}>
              {letter.event.subject}
            </Button>
          ),
          ({ event }) => event.subject,
        ],
        [text('letters.at'), ({ at }) => <Moment at={at} />, ({ at }) => at],
        [text('letters.sink'), place, place],
        [text('letters.reason'), ({ reason }) => reason, ({ reason }) => reason],
      ]}
    />
  );
}

interface BulkProps {
  readonly api: Api;
  readonly ids: readonly number[];
  readonly onChange: () => void;
}

function BulkActions({ api, ids, onChange }: BulkProps) {
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
      <CodeSample
        title={text('event.data')}
        code={JSON.stringify(letter.event.data, null, 2)}
        language="json"
      />
    </Dialog>
  );
}

/** The oldest two kinds of channels have a word more. */
const optionOf = (sink: string): string =>
  sink === 'workplacechat' ? 'workplacechat-message-template' : `${sink}-out-message`;
