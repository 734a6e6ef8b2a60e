import { useEffect, useRef } from 'react';

/** Asks for more as soon as the end of the list is near; the button above it is for the keyboard. */
export function EndOfList({ onSeen }: { readonly onSeen: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = mark.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // A list that ends within the window grows by its button, or it would grow without end.
        const isScrolled = document.documentElement.scrollTop > 0;
        if (entry?.isIntersecting === true && isScrolled) onSeen();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onSeen]);
  return <div ref={mark} aria-hidden="true" />;
}
