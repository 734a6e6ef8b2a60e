import { useEffect, useState } from 'react';
import type { CodeLanguage } from './highlight.js';

/** Longer code takes a moment to take apart, and nobody reads it for its colours. */
const MOST_CHARACTERS = 50_000;

/** Code as it is, and coloured as soon as what can do that is there: it comes when it is needed first. */
export function Highlighted({
  code,
  language,
}: {
  readonly code: string;
  readonly language: CodeLanguage | undefined;
}) {
  const html = useHighlighted(code, language);
  if (html === undefined) return <code>{code}</code>;
  return <code dangerouslySetInnerHTML={{ __html: html }} />;
}

interface Made {
  readonly of: string;
  readonly html: string;
}

function useHighlighted(code: string, language: CodeLanguage | undefined): string | undefined {
  const [made, setMade] = useState<Made>();
  useEffect(() => {
    if (language === undefined || code.length > MOST_CHARACTERS) return undefined;
    let isLatest = true;
    import('./highlight.js')
      .then(({ highlight }) => {
        if (isLatest) setMade({ of: code, html: highlight(code, language) });
      })
      // Without colours it is read as well.
      .catch(() => undefined);
    return () => {
      isLatest = false;
    };
  }, [code, language]);
  return made?.of === code ? made.html : undefined;
}
