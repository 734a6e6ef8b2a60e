import { useCallback, useMemo, useSyncExternalStore } from 'react';

const CHANGED = 'sextant:address';

/**
 * Goes to another view of this page: the address says which one, so that it can be shared, and Back comes back.
 *
 * @param isReplaced the address before was none that anybody would go back to
 */
export function goTo(address: string, { isReplaced = false } = {}): void {
  if (isReplaced) history.replaceState(null, '', address);
  else if (address !== location.pathname + location.search) history.pushState(null, '', address);
  dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(CHANGED, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(CHANGED, listener);
  };
}

const pathname = (): string => location.pathname.replace(/(.)\/+$/, '$1');

/** The path of this moment, without a slash at its end. */
export const usePathname = (): string => useSyncExternalStore(subscribe, pathname);

const search = (): string => location.search;

/**
 * What the address says behind the question mark, such as filters: it can be shared, and is there after a reload.
 *
 * @returns the values, and what changes some of them; an empty one goes. A change is no step that Back takes back.
 */
export function useQuery(): readonly [
  URLSearchParams,
  (changes: Readonly<Record<string, string>>) => void,
] {
  const text = useSyncExternalStore(subscribe, search);
  const query = useMemo(() => new URLSearchParams(text), [text]);
  const change = useCallback((changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    const found = next.toString();
    goTo(location.pathname + (found === '' ? '' : `?${found}`), { isReplaced: true });
  }, []);
  return [query, change];
}

const ASK = 'ask';

/**
 * Whether a dialog of this view is open. The address says which one (`?ask=voice`): Back closes it, a reload opens it again.
 *
 * @param name of the dialog, such as `voice`; one in a view
 * @returns whether it is, and what opens or closes it
 */
export function useAsked(name: string): readonly [boolean, (isOpen: boolean) => void] {
  const text = useSyncExternalStore(subscribe, search);
  const ask = useCallback(
    (isOpen: boolean) => {
      const next = new URLSearchParams(location.search);
      if (isOpen) next.set(ASK, name);
      else next.delete(ASK);
      const found = next.toString();
      goTo(location.pathname + (found === '' ? '' : `?${found}`));
    },
    [name],
  );
  return [new URLSearchParams(text).get(ASK) === name, ask];
}

/**
 * What a path says beyond that of the page: `['documents', '42']` for `/translate/documents/42` on `/translate`.
 *
 * @returns `undefined` for a path that is not below it
 */
export function partsBelow(base: string, path: string): readonly string[] | undefined {
  if (path === base) return [];
  if (!path.startsWith(base === '/' ? base : `${base}/`)) return undefined;
  return path
    .slice(base.length)
    .split('/')
    .filter(Boolean)
    .map((part) => decoded(part));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
