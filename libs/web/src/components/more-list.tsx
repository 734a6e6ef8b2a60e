import type { ReactNode } from 'react';
import { useWebText } from '../strings/index.js';
import { Button } from './button.js';

export interface MoreListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly render: (item: Item) => ReactNode;
  /** Absent when there is no more. */
  readonly onMore?: (() => void) | undefined;
  readonly isLoadingMore?: boolean;
}

/** A list that grows on demand. */
export function MoreList<Item>(props: MoreListProps<Item>) {
  const { label, items, keyOf, render, onMore, isLoadingMore = false } = props;
  const text = useWebText();
  return (
    <>
      {/* Safari takes a list without bullets for none, unless it is told. */}
      <ul className="sx-list" aria-label={label} role="list">
        {items.map((item) => (
          <li key={keyOf(item)}>{render(item)}</li>
        ))}
      </ul>
      {onMore === undefined ? null : (
        <div className="sx-more">
          <Button onPress={onMore} isPending={isLoadingMore}>
            {text('list.more')}
          </Button>
        </div>
      )}
    </>
  );
}
