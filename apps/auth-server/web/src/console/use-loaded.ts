import type { Api } from '@sextant/web/api';
import { useCallback, useEffect, useState } from 'react';
import { read } from './calls.js';

export interface Loaded<Body> {
  readonly body: Body | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
}

/** What the API answers at an address; a later address makes the answer of an earlier one worthless. */
export function useLoaded<Body>(api: Api, path: string): Loaded<Body> {
  const [state, setState] = useState<{ body?: Body; error?: Error }>({});
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    read<Body>(api, path, gone.signal).then(
      (body) => {
        if (!gone.signal.aborted) setState({ body });
      },
      (error: unknown) => {
        if (!gone.signal.aborted) setState({ error: error as Error });
      },
    );
    return () => gone.abort();
  }, [api, path, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { body: state.body, error: state.error, reload };
}
