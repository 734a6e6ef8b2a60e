import type { Api } from '@sextant/web/api';
import { useCallback, useEffect, useState } from 'react';

export interface Answered<Body> {
  readonly body: Body | undefined;
  readonly error: Error | undefined;
  readonly load: () => void;
}

/** What the service answers at a path, asked again when that changes, and as often as it is wanted. */
export function useAnswer<Body>(api: Api, path: string, everyMs?: number): Answered<Body> {
  const [body, setBody] = useState<Body>();
  const [error, setError] = useState<Error>();
  const load = useCallback(() => {
    api<Body>(path).then((answer) => {
      setBody(answer.body);
      setError(undefined);
    }, setError);
  }, [api, path]);
  useEffect(() => {
    load();
    if (everyMs === undefined) return undefined;
    const timer = setInterval(load, everyMs);
    return () => clearInterval(timer);
  }, [load, everyMs]);
  return { body, error, load };
}
