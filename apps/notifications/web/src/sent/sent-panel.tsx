import {
  Button,
  EmptyState,
  ErrorState,
  LoadingState,
  MoreList,
  Shown,
  useLoaded,
  useOpened,
  type Loaded,
} from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useCallback, useState } from 'react';
import { useText } from '../strings/index.js';
import { MessageForm, type MessageFormProps } from './message-form.js';
import { listJobs, readJob, type Job, type Targets } from './messages.js';
import { SentItem } from './sent-item.js';

export interface SentPanelProps {
  readonly api: Api;
  readonly targets: Targets;
}

/** In the address of a message that is not there yet. */
const NEW = 'new';

/** Messages to many: writing one, and what became of those that one has sent. */
export function SentPanel({ api, targets }: SentPanelProps) {
  const text = useText();
  const ask = useCallback((signal: AbortSignal) => listJobs(api, signal), [api]);
  const { state, reload } = useLoaded(ask);
  const [opened, open] = useOpened();
  const close = () => open();
  const lookAgain = () => void reload();
  const form = {
    ...{ api, targets, onBack: close },
    onDone: () => {
      close();
      lookAgain();
    },
  };
  if (opened === NEW) return <MessageForm {...form} job={undefined} />;
  if (opened !== undefined) return <Changed {...form} id={opened} />;
  return (
    <>
      <div className="inbox-toolbar">
        <Button kind="primary" onPress={() => open(NEW)}>
          {text('sent.new')}
        </Button>
        <Button onPress={lookAgain}>{text('sent.refresh')}</Button>
      </div>
      <Jobs api={api} state={state} onChanged={lookAgain} onChange={({ id }) => open(id)} />
    </>
  );
}

/** A message as it is now; one that is on its way nobody changes any more. */
function Changed({ id, ...form }: Omit<MessageFormProps, 'job'> & { readonly id: string }) {
  const text = useText();
  const { api } = form;
  const ask = useCallback((signal: AbortSignal) => readJob(api, id, signal), [api, id]);
  const { state, reload } = useLoaded(ask);
  return (
    <Shown state={state} reload={reload}>
      {(job) =>
        job.state === 'scheduled' ? (
          <MessageForm {...form} job={job} />
        ) : (
          <EmptyState title={text('sent.over')}>
            <Button onPress={form.onBack}>{text('message.back')}</Button>
          </EmptyState>
        )
      }
    </Shown>
  );
}

interface JobsProps {
  readonly api: Api;
  readonly state: Loaded<readonly Job[]>;
  readonly onChanged: () => void;
  readonly onChange: (job: Job) => void;
}

/** Each that is shown asks for its counts, now and then. */
const AT_ONCE = 10;

function Jobs({ api, state, onChanged, onChange }: JobsProps) {
  const text = useText();
  const [count, setCount] = useState(AT_ONCE);
  if (state.kind === 'loading') return <LoadingState lines={4} />;
  if (state.kind === 'failed') return <ErrorState error={state.error} onRetry={onChanged} />;
  const jobs = state.value;
  if (jobs.length === 0) {
    return (
      <EmptyState title={text('sent.none')}>
        <p>{text('sent.about')}</p>
      </EmptyState>
    );
  }
  return (
    <MoreList
      label={text('tab.sent')}
      items={jobs.slice(0, count)}
      keyOf={({ id, updatedAt }) => `${id} ${updatedAt}`}
      render={(job) => <SentItem api={api} job={job} onChanged={onChanged} onChange={onChange} />}
      onMore={jobs.length > count ? () => setCount(count + AT_ONCE) : undefined}
    />
  );
}
