import type { ReactNode } from 'react';

export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

/** A state in a word: colour never tells it alone. */
export function StatusBadge({
  tone,
  children,
}: {
  readonly tone: Tone;
  readonly children: ReactNode;
}) {
  return (
    <span className={`sx-badge sx-badge-${tone}`}>
      <span className="sx-dot" aria-hidden="true" />
      {children}
    </span>
  );
}
