import {
  Button,
  EmptyState,
  ErrorState,
  LoadingState,
  MoreList,
  useLoaded,
  type Loaded,
} from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useCallback, useState } from 'react';
import { useText } from '../strings/index.js';
import { MessageForm } from './message-form.js';
import { listJobs, type Job, type Targets } from './messages.js';
import { SentItem } from './sent-item.js';

export interface SentPanelProps {
  readonly api: Api;
  readonly targets: Targets;
}

type Written = { readonly kind: 'nothing' } | { readonly kind: 'message'; readonly job?: Job };

/** Messages to many: writing one, and what became of those that one has sent. */
export function SentPanel({ api, targets }: SentPanelProps) {
  const text = useText();
  const ask = useCallback((signal: AbortSignal) => listJobs(api, signal), [api]);
  const { state, reload } = useLoaded(ask);
  const [written, setWritten] = useState<Written>({ kind: 'nothing' });
  const close = () => setWritten({ kind: 'nothing' });
  const lookAgain = () => void reload();
  if (written.kind === 'message') {
    return (
      <MessageForm
        api={api}
        targets={targets}
        job={written.job}
        onBack={close}
        onDone={() => {
          close();
          lookAgain();
        }}
      />
    );
  }
  return (
    <>
      <div className="inbox-toolbar">
        <Button kind="primary" onPress={() => setWritten({ kind: 'message' })}>
          {text('sent.new')}
        </Button>
        <Button onPress={lookAgain}>{text('sent.refresh')}</Button>
      </div>
      <Jobs
        api={api}
        state={state}
        onChanged={lookAgain}
        onChange={(job) => setWritten({ kind: 'message', job })}
      />
    </>
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
