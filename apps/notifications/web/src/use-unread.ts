import type { Api } from '@sextant/web/api';
import { useCallback, useEffect, useState } from 'react';
import { countUnread } from './notifications.js';

/** How many are unread, and a function that counts again. What fails the next look asks again. */
export function useUnread(api: Api): readonly [number, () => void] {
  const [unread, setUnread] = useState(0);
  const countAgain = useCallback(
    () => void countUnread(api).then(setUnread, () => undefined),
    [api],
  );
  useEffect(() => {
    document.title = document.title.replace(/^(\(\d+\) )?/, unread === 0 ? '' : `(${unread}) `);
  }, [unread]);
  return [unread, countAgain];
}
