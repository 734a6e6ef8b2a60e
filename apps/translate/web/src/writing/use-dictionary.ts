import { useCallback, useState } from 'react';

const PLACE = 'sextant-translate-dictionary';
/** As many as a request may name. */
const MOST_WORDS = 1000;

export interface Dictionary {
  readonly words: readonly string[];
  readonly add: (word: string) => void;
  readonly remove: (word: string) => void;
}

/** Words of the person who sits here, kept in this browser. */
export function useDictionary(): Dictionary {
  const [words, setWords] = useState(kept);
  const keep = useCallback((change: (before: readonly string[]) => readonly string[]) => {
    setWords((before) => {
      const next = change(before);
      put(next);
      return next;
    });
  }, []);
  const add = useCallback(
    (word: string) =>
      keep((before) => [word, ...before.filter((one) => one !== word)].slice(0, MOST_WORDS)),
    [keep],
  );
  const remove = useCallback(
    (word: string) => keep((before) => before.filter((one) => one !== word)),
    [keep],
  );
  return { words, add, remove };
}

/** Whatever a browser refuses to keep lasts as long as the page. */
function put(words: readonly string[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(words));
  } catch {
    // Private windows have no storage.
  }
}

function kept(): readonly string[] {
  try {
    const words = JSON.parse(localStorage.getItem(PLACE) ?? '[]') as unknown;
    return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
  } catch {
    return [];
  }
}
