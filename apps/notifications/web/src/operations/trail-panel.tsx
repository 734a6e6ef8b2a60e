import { Button, Card, complain, MoreList, TextField } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { useText } from '../strings/index.js';

interface Step {
  readonly what: string;
  readonly at: string;
  readonly detail: string;
}

interface Trail {
  readonly created?: {
    readonly at: string;
    readonly title: string;
    readonly isSignalled: boolean;
    readonly recipients: number;
  };
  readonly recipients: readonly {
    readonly record: string;
    readonly recipient?: { readonly userId: string };
    readonly steps: readonly Step[];
  }[];
}

/** What became of one notification, recipient by recipient. */
export function TrailPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const [id, setId] = useState('');
  const [trail, setTrail] = useState<Trail>();
  const look = () =>
    void api<{ readonly trail: Trail }>(`/notifications/${encodeURIComponent(id.trim())}`).then(
      ({ body }) => setTrail(body.trail),
      complain,
    );
  return (
    <>
      <div className="inbox-search" role="search">
        <TextField label={text('trail.id')} value={id} onChange={setId} />
        <Button kind="primary" onPress={look}>
          {text('trail.look')}
        </Button>
      </div>
      {trail === undefined ? null : <Found trail={trail} />}
    </>
  );
}

function Found({ trail: { created, recipients } }: { readonly trail: Trail }) {
  const text = useText();
  return (
    <Card title={created?.title ?? text('trail.forgotten')}>
      {created === undefined ? null : (
        <p className="sx-muted">
          {text('trail.created', { at: created.at, count: created.recipients })}{' '}
          {text(created.isSignalled ? 'trail.signalled' : 'trail.pending')}
        </p>
      )}
      <MoreList
        label={text('operations.trail')}
        items={recipients}
        keyOf={({ record }) => record}
        render={({ record, recipient, steps }) => (
          <p>
            <bdi>{recipient?.userId ?? record}</bdi>
            {': '}
            {steps.map(({ what, at, detail }) => `${what} ${at} ${detail}`.trim()).join(', ')}
          </p>
        )}
      />
    </Card>
  );
}
