import { Button } from '@sextant/web';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from './strings/index.js';

export interface Step {
  readonly title: string;
  /** What came of it; absent while it is not done. */
  readonly done?: ReactNode;
  /** What is to be done, when its turn has come. */
  readonly body: () => ReactNode;
}

/** Steps in their order: those that are done say what came of them, the next one is open. */
export function Steps({
  label,
  steps,
}: {
  readonly label: string;
  readonly steps: readonly Step[];
}) {
  const text = useText();
  const open = steps.findIndex(({ done }) => done === undefined);
  return (
    <ol className="ipt-steps" aria-label={label}>
      {steps.map(({ title, done, body }, index) => (
        <li
          key={title}
          className={`ipt-step ${done === undefined ? '' : 'ipt-step-done'}`}
          {...(index === open ? { 'aria-current': 'step' as const } : {})}
        >
          <h3>
            {title}
            {done === undefined ? null : <span className="sx-hidden"> ({text('step.done')})</span>}
          </h3>
          {done === undefined ? (
            index === open ? (
              body()
            ) : null
          ) : (
            <div className="ipt-done">{done}</div>
          )}
        </li>
      ))}
    </ol>
  );
}

export interface Action {
  readonly isPending: boolean;
  readonly error: Error | undefined;
  readonly run: () => void;
}

/** Something that takes time and may fail; it is given up when its place goes. */
export function useAction(work: (signal: AbortSignal) => Promise<void>): Action {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<Error>();
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  const end = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => end.current?.abort(), []);
  const run = useCallback(() => {
    const controller = new AbortController();
    end.current = controller;
    setPending(true);
    setError(undefined);
    latest
      .current(controller.signal)
      .catch((failure: unknown) => {
        if (!controller.signal.aborted) setError(failure as Error);
      })
      .finally(() => {
        if (!controller.signal.aborted) setPending(false);
      });
  }, []);
  return { isPending, error, run };
}

export interface ActionButtonProps {
  readonly action: Action;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

/** Does it, and says why it was not done. */
export function ActionButton({ action, isDisabled = false, children }: ActionButtonProps) {
  return (
    <>
      {action.error === undefined ? null : (
        <p className="ipt-refusal" role="alert">
          {action.error.message}
        </p>
      )}
      <div>
        <Button
          kind="primary"
          isPending={action.isPending}
          isDisabled={isDisabled}
          onPress={action.run}
        >
          {children}
        </Button>
      </div>
    </>
  );
}
