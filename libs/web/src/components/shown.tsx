import { useState, type ReactNode } from 'react';
import type { Loaded } from '../use-loaded.js';
import { Button } from './button.js';
import { ConfirmDialog } from './dialog.js';
import { ErrorState, LoadingState } from './states.js';

export interface ShownProps<Value> {
  readonly state: Loaded<Value>;
  readonly reload: () => Promise<void>;
  readonly children: (value: Value) => ReactNode;
}

/** What was asked for, or why it is not there. */
export function Shown<Value>({ state, reload, children }: ShownProps<Value>) {
  if (state.kind === 'loading') return <LoadingState />;
  if (state.kind === 'loaded') return children(state.value);
  return <ErrorState error={state.error} onRetry={() => void reload()} />;
}

export interface EndButtonProps {
  /** What the buttons say. */
  readonly action: string;
  /** What it is done to. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly onConfirm: () => void;
}

/** Does what cannot be undone, once it was confirmed. */
export function EndButton({ action, name, title, about, onConfirm }: EndButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" label={`${action}: ${name}`} onPress={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog
        title={title}
        action={action}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onConfirm}
      >
        <p>{about}</p>
      </ConfirmDialog>
    </>
  );
}
