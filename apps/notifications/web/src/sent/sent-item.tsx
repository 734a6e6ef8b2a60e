import {
  Button,
  complain,
  ConfirmDialog,
  say,
  StatusBadge,
  useLanguage,
  type Tone,
} from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useId, useState } from 'react';
import { useText } from '../strings/index.js';
import { useAnswer } from '../use-answer.js';
import { nameOf } from './audience-choice.js';
import { cancelMessage, pathOf, type Job } from './messages.js';

export interface SentItemProps {
  readonly api: Api;
  readonly job: Job;
  readonly onChanged: () => void;
  readonly onChange: (job: Job) => void;
}

const TONES: Readonly<Record<Job['state'], Tone>> = {
  scheduled: 'warning',
  running: 'warning',
  done: 'good',
  cancelled: 'neutral',
};

/** How often it is asked what became of it: while it goes out, and while people read it. */
const EVERY_MS: Readonly<Record<Job['state'], number | undefined>> = {
  scheduled: 5_000,
  running: 5_000,
  done: 30_000,
  cancelled: undefined,
};

/** One message to many, and how many have read it. */
export function SentItem({ api, job, onChanged, onChange }: SentItemProps) {
  const text = useText();
  const id = useId();
  const [state, setState] = useState(job.state);
  const { body } = useAnswer<{ readonly job: Job }>(api, pathOf(job), EVERY_MS[state]);
  const current = body?.job ?? job;
  if (current.state !== state) setState(current.state);
  return (
    <article className="inbox-item">
      <About id={id} job={current} />
      <StatusBadge tone={TONES[state]}>{text(`sent.state.${state}`)}</StatusBadge>
      {state === 'scheduled' ? (
        <div className="inbox-actions" role="group" aria-labelledby={id}>
          <Button onPress={() => onChange(current)}>{text('sent.change')}</Button>
          <Cancel api={api} job={current} onChanged={onChanged} />
        </div>
      ) : null}
    </article>
  );
}

function About({ id, job }: { readonly id: string; readonly job: Job }) {
  const text = useText();
  const { locale } = useLanguage();
  const { title, audience, sendAt, recipients, counts } = job;
  return (
    <div className="inbox-about">
      <h2 id={id} dir="auto">
        {title}
      </h2>
      <p className="sx-muted">
        <bdi>{nameOf(text, audience)}</bdi>
        {' · '}
        <time dateTime={sendAt}>{new Date(sendAt).toLocaleString(locale)}</time>
      </p>
      {recipients > 0 && counts !== undefined ? (
        <p>{text('sent.counts', { recipients, ...counts })}</p>
      ) : null}
    </div>
  );
}

interface CancelProps {
  readonly api: Api;
  readonly job: Job;
  readonly onChanged: () => void;
}

function Cancel({ api, job, onChanged }: CancelProps) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  const cancel = () => {
    cancelMessage(api, job)
      .then(() => say(text('sent.cancelled')))
      .catch(complain)
      .finally(onChanged);
  };
  return (
    <>
      <Button kind="quiet" onPress={() => setAsking(true)}>
        {text('sent.cancel')}
      </Button>
      <ConfirmDialog
        title={text('sent.cancelTitle')}
        action={text('sent.cancel')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={cancel}
      >
        <p>{text('sent.cancelAbout')}</p>
      </ConfirmDialog>
    </>
  );
}
