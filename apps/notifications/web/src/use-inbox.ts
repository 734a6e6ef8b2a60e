import type { Api } from '@sextant/web/api';
import { useCallback, useEffect, useRef, useState } from 'react';
import { listReceived, PAGE_SIZE, type Page } from './notifications.js';

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
export function useInbox(api: Api): InboxList {
  const [state, setState] = useState<InboxState>({ kind: 'loading' });
  const shown = useRef<Page | undefined>(undefined);
  const latest = useRef<AbortController | undefined>(undefined);

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
      show((signal) => {
        const limit = Math.max(PAGE_SIZE, shown.current?.records.length ?? 0);
        return listReceived(api, { limit, signal });
      }),
    [api, show],
  );
  const loadMore = useCallback(
    () =>
      show(async (signal) => {
        const { records = [], cursor } = shown.current ?? {};
        const more = await listReceived(api, {
          signal,
          ...(cursor === undefined ? {} : { cursor }),
        });
        return { records: [...records, ...more.records], cursor: more.cursor };
      }),
    [api, show],
  );
  useEffect(() => () => latest.current?.abort(), []);
  return { state, reload, loadMore };
}
