import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { noteUpdates } from './shell/connection.js';
import { startTheme } from './shell/theme.js';
import { LanguageProvider } from './text/language.js';

/** Puts a page into its document. */
export function mount(page: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no element with the id root.');
  startTheme();
  noteUpdates();
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider>{page}</LanguageProvider>
    </StrictMode>,
  );
}
