import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { useWebText } from '../strings/index.js';
import { Button } from './button.js';

/** Nothing is there, and what to do about it. */
export function EmptyState({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="sx-state">
      <p className="sx-state-title">{title}</p>
      {children}
    </div>
  );
}

/** What went wrong, in the service's words, with its trace id and a way to try again. */
export function ErrorState({
  error,
  onRetry,
}: {
  readonly error: Error;
  readonly onRetry?: () => void;
}) {
  const text = useWebText();
  const traceId = error instanceof ApiError ? error.traceId : undefined;
  return (
    <div className="sx-state sx-state-error" role="alert">
      <p className="sx-state-title">{text('error.title')}</p>
      <p>{error.message}</p>
      {traceId === undefined ? null : (
        <p className="sx-muted">{text('error.traceId', { traceId })}</p>
      )}
      {onRetry === undefined ? null : <Button onPress={onRetry}>{text('error.retry')}</Button>}
    </div>
  );
}

/** Keeps the place of what is to come. */
export function LoadingState({ lines = 3 }: { readonly lines?: number }) {
  const text = useWebText();
  return (
    <div className="sx-loading" role="status" aria-label={text('loading')}>
      {Array.from({ length: lines }, (_unused, index) => (
        <span key={index} className="sx-skeleton" aria-hidden="true" />
      ))}
    </div>
  );
}
