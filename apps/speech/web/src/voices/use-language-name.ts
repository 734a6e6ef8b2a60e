import { useLanguage } from '@sextant/web';
import { useMemo } from 'react';

/** Names of languages in the language of the page: `en-GB` is British English. */
export function useLanguageName(): (tag: string) => string {
  const { language } = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'language' });
    return (tag) => names.of(tag) ?? tag;
  }, [language]);
}
