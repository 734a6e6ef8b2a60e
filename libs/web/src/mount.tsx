import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageProvider } from './text/language.js';

/** Puts a page into its document. */
export function mount(page: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no element with the id root.');
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider>{page}</LanguageProvider>
    </StrictMode>,
  );
}

/**
 * What the service tells its page: a block of data in the document, which no policy forbids.
 *
 * @see serveWeb of platform-http
 */
export function pageSettings(): unknown {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '{}');
}
