import { useEffect, useState } from 'react';
import type { Service } from '../service.js';
import { translate, type Choices, type Translation } from './translation.js';

export type TranslationState =
  | { readonly kind: 'none' }
  /** What there is of it so far. */
  | { readonly kind: 'coming'; readonly text: string }
  | { readonly kind: 'whole'; readonly translation: Translation }
  | { readonly kind: 'failed'; readonly error: Error };

/** People pause between words for about this long: before, their text is not a text yet. */
const PAUSE_MS = 350;

/** Translates while one types: what was asked before is given up. */
export function useTranslation(
  service: Service,
  text: string,
  choices: Choices,
): TranslationState & { readonly retry: () => void } {
  const [state, setState] = useState<TranslationState>({ kind: 'none' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (text.trim() === '') {
      setState({ kind: 'none' });
      return undefined;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void follow({ service, text, choices, signal: stop.signal }, setState);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [service, text, choices, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}

async function follow(
  asked: {
    readonly service: Service;
    readonly text: string;
    readonly choices: Choices;
    readonly signal: AbortSignal;
  },
  tell: (state: TranslationState) => void,
): Promise<void> {
  try {
    for await (const news of translate(asked.service, asked)) {
      if (asked.signal.aborted) return;
      tell(
        news.kind === 'more'
          ? { kind: 'coming', text: news.text }
          : { kind: 'whole', translation: news.translation },
      );
    }
  } catch (error) {
    if (!asked.signal.aborted) tell({ kind: 'failed', error: error as Error });
  }
}
