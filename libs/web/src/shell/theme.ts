import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'sextant.theme';
const CHANGED = 'sextant:theme';

function remembered(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === kept) ?? 'system';
  } catch {
    return 'system';
  }
}

/** tokens.css follows the system where the document says nothing. */
function apply(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice holds for this page then.
  }
  apply(theme);
  dispatchEvent(new Event(CHANGED));
}

/** Before anything is drawn; a choice in another tab holds here too. */
export function startTheme(): void {
  apply(remembered());
  addEventListener('storage', ({ key }) => {
    if (key !== KEY) return;
    apply(remembered());
    dispatchEvent(new Event(CHANGED));
  });
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}

/** What the person chose. */
export const useTheme = (): Theme =>
  useSyncExternalStore(
    subscribe,
    () => (document.documentElement.dataset['theme'] as Theme | undefined) ?? 'system',
  );
