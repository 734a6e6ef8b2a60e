import { ApiError } from '@sextant/web/api';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Service } from '../../service.js';
import type { Handle } from '../documents.js';
import { saveText, targetNow, type EditableText } from './texts.js';
import { forget, keep, keptText } from './unsaved.js';

export type DraftState =
  | { readonly kind: 'saved' | 'saving' }
  | { readonly kind: 'failed'; readonly error: Error }
  /** Somebody else has written another one. */
  | { readonly kind: 'conflict'; readonly theirs: string };

const PAUSE_MS = 500;

/** Where a draft is saved. */
interface Place {
  readonly service: Service;
  readonly handle: Handle;
  readonly textId: string;
}

/**
 * A translation that is saved as it is written. Until the service has it, it is kept in this tab as well: a reload loses nothing.
 *
 * @param text whose target is the one that the service has
 */
export function useDraft(service: Service, handle: Handle, text: EditableText) {
  const { text_id: textId, target } = text;
  const name = nameOf(handle, textId);
  const [written, setWritten] = useState(() => keptText(name) ?? target);
  const { state, saving, saveSoon, save } = useSaving({ service, handle, textId }, target, written);
  const write = (now: string) => {
    saving.wanted = now;
    keep(name, now);
    setWritten(now);
    saveSoon();
  };
  /** After a conflict: the other one is known, and this one takes its place or gives way. */
  const settle = (theirs: string, now: string) => {
    saving.base = theirs;
    write(now);
  };
  return { written, state, write, settle, retry: () => void save() };
}

const nameOf = ({ document_id: id }: Handle, textId: string): string => `${id}/${textId}`;

/** What the service has, and what it is to have. */
interface Saving {
  base: string;
  wanted: string;
  isUnderWay: boolean;
}

function useSaving({ service, handle, textId }: Place, base: string, wanted: string) {
  const [state, setState] = useState<DraftState>({ kind: base === wanted ? 'saved' : 'saving' });
  const [saving] = useState<Saving>({ base, wanted, isUnderWay: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = useCallback(async () => {
    if (saving.isUnderWay) return;
    saving.isUnderWay = true;
    try {
      await saveAll({ service, handle, textId }, saving);
      forget(nameOf(handle, textId));
      setState({ kind: 'saved' });
    } catch (error) {
      setState(await failureOf(error as Error, () => targetNow(service, handle, textId)));
    } finally {
      saving.isUnderWay = false;
    }
  }, [service, handle, textId, saving]);
  const saveSoon = () => {
    setState({ kind: 'saving' });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), PAUSE_MS);
  };
  useEffect(() => {
    const saveRest = () => {
      clearTimeout(timer.current);
      if (saving.wanted !== saving.base) void save();
    };
    saveRest();
    return saveRest;
  }, [save, saving]);
  return { state, saving, saveSoon, save };
}

/** What is written while one is saved is saved after it. */
async function saveAll({ service, handle, textId }: Place, saving: Saving): Promise<void> {
  while (saving.wanted !== saving.base) {
    const { wanted: target, base } = saving;
    await saveText(service, handle, { textId, target, base });
    saving.base = target;
  }
}

async function failureOf(
  error: Error,
  now: () => Promise<string | undefined>,
): Promise<DraftState> {
  if (!(error instanceof ApiError) || error.status !== 409) return { kind: 'failed', error };
  try {
    return { kind: 'conflict', theirs: (await now()) ?? '' };
  } catch (cause) {
    return { kind: 'failed', error: cause as Error };
  }
}
