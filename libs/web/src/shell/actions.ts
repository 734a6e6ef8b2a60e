import { useEffect, useSyncExternalStore } from 'react';

/** Something that can be found by its name: a view of this page. */
export interface Action {
  readonly id: string;
  readonly title: string;
  readonly run: () => void;
}

const EMPTY: readonly Action[] = [];
let lists: readonly (readonly Action[])[] = [];
let all = EMPTY;
const listeners = new Set<() => void>();

function put(next: readonly (readonly Action[])[]): void {
  lists = next;
  all = lists.flat();
  for (const listener of listeners) listener();
}

/**
 * Lets people find what is on the page by its name, as long as it is there.
 *
 * @param actions the same list as long as they are the same
 */
export function useOffer(actions: readonly Action[]): void {
  useEffect(() => {
    put([...lists, actions]);
    return () => put(lists.filter((list) => list !== actions));
  }, [actions]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** All that is offered at this moment. */
export const useActions = (): readonly Action[] => useSyncExternalStore(subscribe, () => all);
