import {
  Button,
  Card,
  complain,
  ConfirmDialog,
  DataTable,
  Moment,
  say,
  StatusBadge,
  type Tone,
} from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import type { Key } from './calls.js';
import { LoadedPart } from './loaded-part.js';
import { useText } from './strings/index.js';
import { useLoaded } from './use-loaded.js';

const TONES: Readonly<Record<Key['stage'], Tone>> = {
  current: 'good',
  next: 'neutral',
  previous: 'warning',
};

const STAGES = {
  current: 'keys.current',
  next: 'keys.next',
  previous: 'keys.previous',
} as const;

/** One request, one more for a rotation. */
export function KeysPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const keys = useLoaded<{ readonly keys: readonly Key[] }>(api, '/keys');
  const [isAsking, setAsking] = useState(false);
  const rotate = () => {
    api('/keys/rotate', { method: 'POST' }).then(() => {
      say(text('keys.rotated'));
      keys.reload();
    }, complain);
  };
  return (
    <Card
      title={text('keys')}
      aside={<Button onPress={() => setAsking(true)}>{text('keys.rotate')}</Button>}
    >
      <LoadedPart loaded={keys}>{({ keys: list }) => <KeyTable keys={list} />}</LoadedPart>
      <ConfirmDialog
        title={text('keys.rotate')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={text('keys.rotate')}
        onConfirm={rotate}
      >
        <p>{text('keys.about')}</p>
      </ConfirmDialog>
    </Card>
  );
}

function KeyTable({ keys }: { readonly keys: readonly Key[] }) {
  const text = useText();
  return (
    <DataTable
      label={text('keys')}
      items={keys}
      keyOf={({ kid }) => kid}
      columns={[
        [text('keys.algorithm'), ({ algorithm }) => algorithm, ({ algorithm }) => algorithm],
        [
          text('keys.stage'),
          ({ stage }) => <StatusBadge tone={TONES[stage]}>{text(STAGES[stage])}</StatusBadge>,
        ],
        ['kid', ({ kid }) => <code>{kid}</code>],
        [text('keys.since'), ({ since }) => <Moment at={since} />, ({ since }) => since],
      ]}
    />
  );
}
