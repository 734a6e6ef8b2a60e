import { useCallback, useEffect, useRef, useState } from 'react';

export type Loaded<Value> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'loaded'; readonly value: Value };

/**
 * What the service says, asked for at once and again by `reload`; the latest question wins.
 *
 * @param ask the same function as long as the question is the same
 */
export function useLoaded<Value>(ask: (signal: AbortSignal) => Promise<Value>) {
  const [state, setState] = useState<Loaded<Value>>({ kind: 'loading' });
  const latest = useRef<AbortController | undefined>(undefined);
  const reload = useCallback(async () => {
    latest.current?.abort();
    const current = new AbortController();
    latest.current = current;
    try {
      const value = await ask(current.signal);
      if (!current.signal.aborted) setState({ kind: 'loaded', value });
    } catch (error) {
      if (!current.signal.aborted) setState({ kind: 'failed', error: error as Error });
    }
  }, [ask]);
  useEffect(() => {
    void reload();
    return () => latest.current?.abort();
  }, [reload]);
  return { state, reload };
}
