import { Button } from '@sextant/web';
import type { ReactNode } from 'react';
import { useText } from './strings/index.js';

export interface SearchFormProps {
  readonly onSearch: () => void;
  /** Its fields. */
  readonly children: ReactNode;
}

/** Asks when it is told to, not for every key: requests are counted. */
export function SearchForm({ onSearch, children }: SearchFormProps) {
  const text = useText();
  return (
    <form
      className="console-filter"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      {children}
      <Button type="submit">{text('search')}</Button>
    </form>
  );
}
