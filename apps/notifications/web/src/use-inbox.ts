import type { Api } from '@sextant/web/api';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { listReceived, PAGE_SIZE, type Page, type Shown } from './notifications.js';

export type InboxState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'loaded'; readonly page: Page };

export interface InboxList {
  readonly state: InboxState;
  /** Looks again, at as much as is shown. */
  readonly reload: () => Promise<void>;
  readonly loadMore: () => Promise<void>;
}

/** The list, as far as it was asked for. */
export function useInbox(api: Api, { view, words }: Shown): InboxList {
  const [state, setState] = useState<InboxState>({ kind: 'loading' });
  const shown = useRef<Page | undefined>(undefined);
  const latest = useRef<AbortController | undefined>(undefined);
  const reloading = useRef<Promise<void>>(undefined);

  /** A later question makes the answer to an earlier one worthless. */
  const show = useCallback(async (ask: (signal: AbortSignal) => Promise<Page>) => {
    latest.current?.abort();
    const current = new AbortController();
    latest.current = current;
    try {
      const page = await ask(current.signal);
      if (current.signal.aborted) return;
      shown.current = page;
      setState({ kind: 'loaded', page });
    } catch (error) {
      if (!current.signal.aborted) setState({ kind: 'failed', error: error as Error });
    }
  }, []);

  const reload = useCallback(
    () =>
      (reloading.current = show((signal) => {
        const limit = Math.max(PAGE_SIZE, shown.current?.records.length ?? 0);
        return listReceived(api, { limit, signal, view, words });
      })),
    [api, show, view, words],
  );
  const loadMore = useCallback(async () => {
    // It would end the look at what has just come, which nobody would see then.
    await ended(reloading);
    const { records = [], cursor } = shown.current ?? {};
    if (cursor === undefined) return;
    await show(async (signal) => {
      const more = await listReceived(api, { signal, view, words, cursor });
      return { records: [...records, ...more.records], cursor: more.cursor };
    });
  }, [api, show, view, words]);
  useReset(shown, latest, `${view} ${words}`);
  return { state, reload, loadMore };
}

/** Waits for the work to end, and for work that has replaced it. */
async function ended(work: RefObject<Promise<void> | undefined>): Promise<void> {
  const { current } = work;
  await current;
  if (current !== work.current) await ended(work);
}

/** Another part of the list begins at its beginning; a page that goes wants no answer any more. */
function useReset(
  shown: RefObject<Page | undefined>,
  latest: RefObject<AbortController | undefined>,
  part: string,
): void {
  useEffect(() => {
    shown.current = undefined;
  }, [shown, part]);
  useEffect(() => () => latest.current?.abort(), [latest]);
}
