import { useLeavingWarning } from '@sextant/web';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '@sextant/web/api';
import type { Service } from '../service.js';
import { documentsOfTab, keepDocuments } from './documents-of-tab.js';
import {
  follow,
  upload,
  type DocumentStatus,
  type Handle,
  type NewDocument,
  type Review,
} from './documents.js';

export interface ShownDocument {
  readonly id: number;
  readonly name: string;
  readonly source: string;
  readonly target: string;
  readonly isReviewed: boolean;
  readonly review?: Review;
  readonly handle?: Handle;
  readonly status?: DocumentStatus;
  readonly error?: Error;
  readonly isFetched?: true;
}

/** A connection that broke is made again after this. */
const AGAIN_MS = 2_000;

/** The documents of this visit: their keys are in this tab of the browser alone, where a reload finds them. */
export function useDocuments(service: Service) {
  const [documents, setDocuments] = useState<readonly ShownDocument[]>(documentsOfTab);
  const stop = useRef(new AbortController());
  const nextId = useRef(Math.max(0, ...documents.map(({ id }) => id)));
  const change = useCallback((id: number, news: Partial<ShownDocument>) => {
    setDocuments((all) => all.map((one) => (one.id === id ? { ...one, ...news } : one)));
  }, []);
  const remove = useCallback((id: number) => {
    setDocuments((all) => all.filter((one) => one.id !== id));
  }, []);
  useEffect(() => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    for (const { id, handle } of documentsOfTab()) {
      if (handle !== undefined)
        void goOn(service, handle, { signal, tell: (news) => change(id, news) });
    }
    return () => stop.current.abort();
  }, [service, change]);
  useEffect(() => keepDocuments(documents), [documents]);
  const add = useCallback(
    (asked: NewDocument) => {
      const id = (nextId.current += 1);
      const { file, source, target, isReviewed } = asked;
      setDocuments((all) => [{ id, name: file.name, source, target, isReviewed }, ...all]);
      const tell = (news: Partial<ShownDocument>) => change(id, news);
      void carry(service, asked, { tell, signal: stop.current.signal });
    },
    [service, change],
  );
  // With the page go the keys, and with them the documents.
  useLeavingWarning(documents.some(isUnfetched));
  return { documents, add, change, remove };
}

const isUnfetched = ({ error, isFetched, status }: ShownDocument): boolean =>
  error === undefined && isFetched === undefined && status?.status !== 'error';

interface Carriage {
  readonly tell: (news: Partial<ShownDocument>) => void;
  readonly signal: AbortSignal;
}

async function carry(service: Service, asked: NewDocument, { tell, signal }: Carriage) {
  try {
    const handle = await taken(service, asked, signal);
    tell({ handle });
    await goOn(service, handle, { tell, signal });
  } catch (error) {
    if (!signal.aborted) tell({ error: error as Error });
  }
}

/** Follows a document until it is done. */
async function goOn(service: Service, handle: Handle, { tell, signal }: Carriage): Promise<void> {
  try {
    while (!signal.aborted && !(await isOver(service, handle, { tell, signal }))) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  } catch (error) {
    if (!signal.aborted) tell({ error: error as Error });
  }
}

/** Many that are dropped at once are sent as others are done: what is too much now is sent again. */
async function taken(service: Service, asked: NewDocument, signal: AbortSignal): Promise<Handle> {
  for (;;) {
    try {
      return await upload(service, asked);
    } catch (error) {
      const isFull = error instanceof ApiError && error.status === 429;
      if (!isFull || signal.aborted) throw error;
      const pauseMs = error.retryAfterMs ?? AGAIN_MS;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** @returns `false` when the stream ended before the document */
async function isOver(
  service: Service,
  handle: Handle,
  { tell, signal }: Carriage,
): Promise<boolean> {
  for await (const status of follow(service, handle, signal)) {
    tell({ status });
    if (status.status === 'done' || status.status === 'error') return true;
  }
  return false;
}
