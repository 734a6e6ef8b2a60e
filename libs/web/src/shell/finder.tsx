import { Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useWebText } from '../strings/index.js';
import { late } from '../views/late.js';
import type { FinderProps } from './finder-dialog.js';

/** Its list with search is needed by few views of a page. */
const FinderDialog = late(
  async () => (await import('./finder-dialog.js')).FinderDialog,
  () => null,
);

/** Finds pages, views and actions by their names; Ctrl K, or Command K, from anywhere. */
export function Finder(props: FinderProps) {
  const text = useWebText();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <AriaButton
        className="sx-finder"
        aria-keyshortcuts="Control+K Meta+K"
        onPress={() => setOpen(true)}
      >
        <Search aria-hidden />
        <span>{text('finder.open')}</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </AriaButton>
      {isOpen ? (
        <Suspense>
          <FinderDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
