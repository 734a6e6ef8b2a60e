import { ErrorState, LoadingState } from '@sextant/web';
import type { ReactNode } from 'react';
import type { Loaded } from './use-loaded.js';

export interface LoadedPartProps<Body> {
  readonly loaded: Loaded<Body>;
  readonly children: (body: Body) => ReactNode;
}

/** Shows what was loaded, or why it was not. */
export function LoadedPart<Body>({ loaded, children }: LoadedPartProps<Body>) {
  const { body, error, reload } = loaded;
  if (error !== undefined) return <ErrorState error={error} onRetry={reload} />;
  return body === undefined ? <LoadingState /> : children(body);
}
