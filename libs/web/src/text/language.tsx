import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import {
  chooseLanguage,
  localeOf,
  translator,
  type AllTexts,
  type Language,
  type Translate,
} from './text.js';

interface LanguageChoice {
  readonly language: Language;
  /** For dates and numbers: the language as the reader's region writes it. */
  readonly locale: string;
  readonly choose: (language: Language) => void;
}

const Choice = createContext<LanguageChoice>({
  ...{ language: 'en', locale: 'en' },
  choose: () => undefined,
});

const KEY = 'sextant.language';

/** What people chose; a browser that keeps nothing is asked again each time. */
function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // The choice holds for this page then.
  }
}

/** Everything below speaks one language, and so does the document. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(() => chooseLanguage(remembered(), navigator.languages));
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(
    () => ({
      language,
      locale: localeOf(language, navigator.languages),
      choose: (chosen: Language) => {
        remember(chosen);
        setLanguage(chosen);
      },
    }),
    [language],
  );
  return (
    <Choice value={choice}>
      <I18nProvider locale={language}>{children}</I18nProvider>
    </Choice>
  );
}

export const useLanguage = (): LanguageChoice => use(Choice);

/** Makes the hook by which the components of one page get its texts. */
export function createText<Key extends string>(texts: AllTexts<Key>): () => Translate<Key> {
  return function useText() {
    const { language } = useLanguage();
    return useMemo(() => translator(texts, language), [language]);
  };
}
