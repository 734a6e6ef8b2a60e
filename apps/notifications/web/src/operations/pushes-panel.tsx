import { Button, complain, EmptyState, ErrorState, LoadingState, MoreList } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { useText } from '../strings/index.js';
import { EVERYTHING, Filter, queryOf } from './filter.js';
import { useAnswer } from '../use-answer.js';

interface Push {
  readonly id: string;
  readonly user: string;
  readonly host: string;
  readonly attempts: number;
  readonly dueAt: string;
  readonly reason: string;
}

/** Messages that no push service has yet. */
export function PushesPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const [wanted, setWanted] = useState(EVERYTHING);
  const { body, error, load } = useAnswer<{ readonly pushes: readonly Push[] }>(
    api,
    `/pushes?${queryOf(wanted)}`,
  );
  const act = (path: string, method: 'POST' | 'DELETE') =>
    void api(path, { method }).then(load, complain);
  return (
    <>
      <Filter wanted={wanted} onChange={setWanted} />
      {error === undefined ? null : <ErrorState error={error} onRetry={load} />}
      {body === undefined ? <LoadingState lines={4} /> : null}
      {body?.pushes.length === 0 ? <EmptyState title={text('pushes.none')} /> : null}
      <MoreList
        label={text('operations.pushes')}
        items={body?.pushes ?? []}
        keyOf={({ id }) => id}
        render={(push) => (
          <article className="inbox-item">
            <About push={push} />
            <div className="inbox-actions">
              <Button onPress={() => act(`/pushes/${push.id}/retry`, 'POST')}>
                {text('pushes.retry')}
              </Button>
              <Button kind="quiet" onPress={() => act(`/pushes/${push.id}`, 'DELETE')}>
                {text('pushes.drop')}
              </Button>
            </div>
          </article>
        )}
      />
    </>
  );
}

function About({ push: { host, user, attempts, reason } }: { readonly push: Push }) {
  const text = useText();
  return (
    <div className="inbox-about">
      <h2>{host}</h2>
      <p className="sx-muted">
        {user} · {text('pushes.attempts', { attempts })} {reason}
      </p>
    </div>
  );
}
