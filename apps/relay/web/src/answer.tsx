import { ErrorState, LoadingState } from '@sextant/web';
import type { ReactNode } from 'react';
import type { Asked } from './use-asked.js';

export interface AnswerProps<Body> {
  readonly asked: Asked<Body>;
  readonly onRetry: () => void;
  readonly children: (body: Body) => ReactNode;
}

/** An answer, or that it is not there yet, or why not. */
export function Answer<Body>({ asked, onRetry, children }: AnswerProps<Body>) {
  if (asked.kind === 'loading') return <LoadingState />;
  if (asked.kind === 'failed') return <ErrorState error={asked.error} onRetry={onRetry} />;
  return children(asked.body);
}
