import {
  Button,
  Card,
  complain,
  ConfirmDialog,
  say,
  Select,
  Switch,
  TextArea,
  TextField,
  useLanguage,
} from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useRef, useState } from 'react';
import { useText } from '../strings/index.js';
import { optionsOf, type AudienceOption } from './audience-choice.js';
import { draftOf, finish, type Draft } from './draft.js';
import {
  changeMessage,
  countRecipients,
  sendMessage,
  type Job,
  type Message,
  type Targets,
} from './messages.js';
import { MomentField } from './moment-field.js';

export interface MessageFormProps {
  readonly api: Api;
  readonly targets: Targets;
  /** What is changed; a new one if absent. */
  readonly job: Job | undefined;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

interface Asked {
  readonly message: Message;
  readonly option: AudienceOption;
  readonly count: number;
}

/** Writes to many. Before it goes, it is counted whom it reaches, and asked. */
export function MessageForm({ api, targets, job, onDone, onBack }: MessageFormProps) {
  const text = useText();
  const options = optionsOf(text, targets, job?.audience);
  const [draft, setDraft] = useState(() => draftOf(job, options));
  const [asked, setAsked] = useState<Asked>();
  const keyOf = useKey();
  const ask = () => {
    const finished = finish(draft, options, job);
    if ('missing' in finished) {
      complain(text(finished.missing));
      return;
    }
    countRecipients(api, finished.message)
      .then((count) => setAsked({ ...finished, count }))
      .catch(complain);
  };
  const send = ({ message }: Asked) => {
    const done = () => {
      say(text(message.sendAt === undefined ? 'message.sent' : 'message.kept'));
      onDone();
    };
    store(api, { job, message, key: keyOf(message) })
      .then(done)
      .catch(complain);
  };
  return (
    <Card title={text(job === undefined ? 'sent.new' : 'sent.change')}>
      <Fields draft={draft} options={options} onChange={setDraft} />
      <div className="inbox-actions">
        <Button kind="primary" onPress={ask}>
          {text(draft.isLater ? 'message.save' : 'message.send')}
        </Button>
        <Button onPress={onBack}>{text('message.back')}</Button>
      </div>
      <Question asked={asked} onClose={() => setAsked(undefined)} onConfirm={send} />
    </Card>
  );
}

interface Stored {
  readonly job: Job | undefined;
  readonly message: Message;
  readonly key: string;
}

const store = (api: Api, { job, message, key }: Stored): Promise<void> =>
  job === undefined ? sendMessage(api, message, key) : changeMessage(api, job, message);

interface FieldsProps {
  readonly draft: Draft;
  readonly options: readonly AudienceOption[];
  readonly onChange: (draft: Draft) => void;
}

function Fields({ draft, options, onChange }: FieldsProps) {
  const text = useText();
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  return (
    <>
      <Select
        label={text('message.audience')}
        value={draft.to}
        options={options}
        onChange={(to) => set({ to })}
      />
      <TextField
        label={text('message.title')}
        value={draft.title}
        onChange={(title) => set({ title })}
      />
      <TextArea
        label={text('message.description')}
        value={draft.description}
        onChange={(description) => set({ description })}
      />
      <Switch isSelected={draft.isUrgent} onChange={(isUrgent) => set({ isUrgent })}>
        {text('message.urgent')}
      </Switch>
      <Switch isSelected={draft.isLater} onChange={(isLater) => set({ isLater })}>
        {text('message.later')}
      </Switch>
      {draft.isLater ? (
        <MomentField
          label={text('message.sendAt')}
          value={draft.at}
          onChange={(at) => set({ at })}
        />
      ) : null}
    </>
  );
}

interface QuestionProps {
  readonly asked: Asked | undefined;
  readonly onClose: () => void;
  readonly onConfirm: (asked: Asked) => void;
}

function Question({ asked, onClose, onConfirm }: QuestionProps) {
  const text = useText();
  const { locale } = useLanguage();
  if (asked === undefined) return null;
  const { message, option, count } = asked;
  const when =
    message.sendAt === undefined
      ? text('message.now')
      : new Date(message.sendAt).toLocaleString(locale);
  return (
    <ConfirmDialog
      title={text('message.ask', { count })}
      action={text(message.sendAt === undefined ? 'message.send' : 'message.save')}
      isOpen
      onClose={onClose}
      onConfirm={() => onConfirm(asked)}
    >
      <p>
        {text('message.askAbout', {
          ...{ title: isolated(message.title), audience: isolated(option.title), when },
        })}
      </p>
    </ConfirmDialog>
  );
}

/** FSI and PDI of Unicode: what is written from right to left turns nothing else round. */
const isolated = (words: string): string => `\u2068${words}\u2069`;

/** One key for one message: pressed twice it is sent once, changed it is another. */
function useKey(): (message: Message) => string {
  const last = useRef({ written: '', key: '' });
  return (message) => {
    const written = JSON.stringify(message);
    if (written !== last.current.written) last.current = { written, key: crypto.randomUUID() };
    return last.current.key;
  };
}
