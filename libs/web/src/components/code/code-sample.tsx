import { useEffect, useState } from 'react';
import { useWebText } from '../../strings/index.js';
import { Button } from '../button.js';
import type { CodeLanguage } from './highlight.js';
import { Highlighted } from './highlighted.js';

const SHOWN_MS = 2_000;

/** Copies a text, and says so for a moment. */
export function CopyButton({ value, label }: { readonly value: string; readonly label?: string }) {
  const text = useWebText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => undefined, // without the right to the clipboard the text is there to be marked
    );
  };
  return (
    <span className="sx-copy">
      <Button kind="quiet" onPress={copy} {...(label === undefined ? {} : { label })}>
        {isCopied ? text('code.copied') : text('code.copy')}
      </Button>
      <span role="status" className="sx-hidden">
        {isCopied ? text('code.copied') : ''}
      </span>
    </span>
  );
}

export interface CodeSampleProps {
  readonly code: string;
  readonly title: string;
  /** In whose colours it is shown; in none if absent. */
  readonly language?: CodeLanguage;
}

/** Something to run: shown as it is, copied with one press. */
export function CodeSample({ code, title, language }: CodeSampleProps) {
  return (
    <figure className="sx-code">
      <figcaption>
        <span>{title}</span>
        <CopyButton value={code} />
      </figcaption>
      {/* Long lines are scrolled, by keyboard too. */}
      <pre tabIndex={0} aria-label={title}>
        <Highlighted code={code} language={language} />
      </pre>
    </figure>
  );
}
