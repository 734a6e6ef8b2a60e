import { useId, type ReactNode } from 'react';

export interface CardProps {
  readonly title: string;
  /** Beside the title, such as a badge. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <section className="sx-card" aria-labelledby={id}>
      <header className="sx-card-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
