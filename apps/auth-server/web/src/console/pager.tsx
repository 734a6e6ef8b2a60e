import { Button } from '@sextant/web';
import { useText } from './strings/index.js';

export const PAGE_SIZE = 20;

export interface PagerProps {
  readonly offset: number;
  readonly total: number;
  readonly onGo: (offset: number) => void;
}

/** Where a page of a list stands in the whole, and the way to its neighbours. */
export function Pager({ offset, total, onGo }: PagerProps) {
  const text = useText();
  const last = Math.min(total, offset + PAGE_SIZE);
  return (
    <nav className="console-actions" aria-label={text('pager')}>
      <Button isDisabled={offset === 0} onPress={() => onGo(Math.max(0, offset - PAGE_SIZE))}>
        {text('pager.before')}
      </Button>
      <span role="status">
        {text('pager.place', { first: Math.min(total, offset + 1), last, total })}
      </span>
      <Button isDisabled={last >= total} onPress={() => onGo(offset + PAGE_SIZE)}>
        {text('pager.next')}
      </Button>
    </nav>
  );
}
