import { EmptyState, ErrorState, LoadingState, MoreList } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useState } from 'react';
import { EndOfList } from './end-of-list.js';
import { NotificationItem } from './notification-item.js';
import { useText } from './strings/index.js';
import type { InboxList } from './use-inbox.js';

export interface NotificationListProps {
  readonly api: Api;
  readonly list: InboxList;
  readonly lookAgain: () => void;
  readonly onOpen: (id: string) => void;
}

/** What came in, as far as it was asked for. */
export function NotificationList({ api, list, lookAgain, onOpen }: NotificationListProps) {
  const text = useText();
  const { state, reload, loadMore } = list;
  const [isLoadingMore, setLoadingMore] = useState(false);
  if (state.kind === 'loading') return <LoadingState lines={4} />;
  if (state.kind === 'failed') {
    return <ErrorState error={state.error} onRetry={() => void reload()} />;
  }
  const { records, cursor } = state.page;
  if (records.length === 0) {
    return (
      <EmptyState title={text('empty.title')}>
        <p>{text('empty.about')}</p>
      </EmptyState>
    );
  }
  const more = () => {
    setLoadingMore(true);
    void loadMore().finally(() => setLoadingMore(false));
  };
  return (
    <>
      <MoreList
        label={text('title')}
        items={records}
        keyOf={({ _id }) => _id}
        render={(record) => (
          <NotificationItem api={api} record={record} onChanged={lookAgain} onOpen={onOpen} />
        )}
        onMore={cursor === undefined ? undefined : more}
        isLoadingMore={isLoadingMore}
      />
      {cursor === undefined || isLoadingMore ? null : <EndOfList onSeen={more} />}
    </>
  );
}
