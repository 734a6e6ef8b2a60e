import {
  Button,
  complain,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  LoadingState,
  MoreList,
  say,
  StatusBadge,
} from '@sextant/web';
import type { Api } from '@sextant/web/api';
import type { SignIn } from '@sextant/web/session';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveSignal } from './live-signal.js';
import { NotificationItem, Opened } from './notification-item.js';
import {
  checkAll,
  openRecord,
  type NotificationRecord,
  type OpenedRecord,
  type View,
} from './notifications.js';
import { keepSubscription, onWorkerMessage } from './push.js';
import { EndOfList } from './end-of-list.js';
import { Search } from './search.js';
import { useText } from './strings/index.js';
import { useUnread } from './use-unread.js';
import { useInbox, type InboxList } from './use-inbox.js';

/** What came in, the newest first, and what comes in while one looks. */
export function Inbox({ api, signIn }: { readonly api: Api; readonly signIn: SignIn }) {
  const [view, setView] = useState<View>('inbox');
  const [words, setWords] = useState('');
  const list = useInbox(api, { view, words });
  const { reload } = list;
  const [unread, countAgain] = useUnread(api);
  const lookAgain = useCallback(() => {
    countAgain();
    void reload();
  }, [reload, countAgain]);
  // What is shown may change; who listens stays.
  const latest = useRef(lookAgain);
  const onNews = useCallback(() => latest.current(), []);
  const isLive = useLiveSignal(signIn, onNews);
  useEffect(() => {
    latest.current = lookAgain;
    // The list does not wait for the socket, which may not come about.
    lookAgain();
  }, [lookAgain]);
  useEffect(() => {
    const keep = () => void keepSubscription(api).catch(() => undefined);
    keep();
    return onWorkerMessage({ push: onNews, subscription: keep });
  }, [api, onNews]);
  const [opened, setOpened] = useState<OpenedRecord>();
  const open = useCallback(
    (record: NotificationRecord) => void openRecord(api, record).then(setOpened).catch(complain),
    [api],
  );
  const close = () => {
    setOpened(undefined);
    lookAgain();
  };
  return (
    <>
      <Toolbar api={api} isLive={isLive} unread={unread} lookAgain={lookAgain} />
      <Search view={view} words={words} onView={setView} onWords={setWords} />
      <List api={api} list={list} lookAgain={lookAgain} onOpen={open} />
      <Opened record={opened} onClose={close} />
    </>
  );
}

interface ToolbarProps {
  readonly api: Api;
  readonly isLive: boolean;
  readonly unread: number;
  readonly lookAgain: () => void;
}

function Toolbar({ api, isLive, unread, lookAgain }: ToolbarProps) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  const check = () => {
    checkAll(api)
      .then(({ checkedCount: checked, deletedCount: removed }) => {
        say(text('checkAll.done', { checked, removed }));
        lookAgain();
      })
      .catch(complain);
  };
  return (
    <div className="inbox-toolbar">
      <Button onPress={() => setAsking(true)}>{text('checkAll')}</Button>
      <span role="status" className="inbox-status">
        <StatusBadge tone={unread > 0 ? 'warning' : 'neutral'}>
          {text('unread', { count: unread })}
        </StatusBadge>
        <StatusBadge tone={isLive ? 'good' : 'neutral'}>
          {text(isLive ? 'live.on' : 'live.off')}
        </StatusBadge>
      </span>
      <ConfirmDialog
        title={text('checkAll.title')}
        action={text('checkAll')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={check}
      >
        <p>{text('checkAll.about')}</p>
      </ConfirmDialog>
    </div>
  );
}

interface ListProps {
  readonly api: Api;
  readonly list: InboxList;
  readonly lookAgain: () => void;
  readonly onOpen: (record: NotificationRecord) => void;
}

function List({ api, list, lookAgain, onOpen }: ListProps) {
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
