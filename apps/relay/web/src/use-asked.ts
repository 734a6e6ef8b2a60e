import type { Api } from '@sextant/web/api';
import { useCallback, useEffect, useState } from 'react';

export type Asked<Body> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'loaded'; readonly body: Body };

/** What a path answers, and a way to ask again; what is shown stays until the new answer is there. */
export function useAsked<Body>(api: Api, path: string, everyMs?: number) {
  const [asked, setAsked] = useState<Asked<Body>>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    api<Body>(path, { signal: stop.signal })
      .then(({ body }) => setAsked({ kind: 'loaded', body }))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setAsked({ kind: 'failed', error: error as Error });
      });
    return () => stop.abort();
  }, [api, path, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(again, everyMs);
    return () => clearInterval(timer);
  }, [again, everyMs]);
  return { asked, again };
}
