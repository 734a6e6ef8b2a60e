import { useLoaded, type Loaded } from '@sextant/web';
import { useCallback, useEffect, useState } from 'react';
import type { Service } from '../service.js';
import { followBook, isOver, readBook, type Book } from './books.js';

/** A book as it goes on. */
export function useBook(service: Service, id: string) {
  const ask = useCallback((signal: AbortSignal) => readBook(service, id, signal), [service, id]);
  const { state, reload } = useLoaded(ask);
  const [latest, setLatest] = useState<Book>();
  const isGoingOn = state.kind === 'loaded' && !isOver(state.value);
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const stop = new AbortController();
    const follow = async () => {
      for await (const book of followBook(service, id, stop.signal)) setLatest(book);
      // Times of chapters are in the book itself alone.
      await reload();
    };
    // What breaks off shows the last state; a reload of the page follows it again.
    follow().catch(() => undefined);
    return () => stop.abort();
  }, [service, id, isGoingOn, reload]);
  const shown: Loaded<Book> =
    isGoingOn && latest !== undefined ? { kind: 'loaded', value: latest } : state;
  return { state: shown, reload };
}
