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
import { useCallback, useEffect, useState } from 'react';
import { useLiveSignal } from './live-signal.js';
import { NotificationItem, Opened } from './notification-item.js';
import {
  checkAll,
  openRecord,
  type NotificationRecord,
  type OpenedRecord,
} from './notifications.js';
import { keepSubscription, onWorkerMessage } from './push.js';
import { useText } from './strings/index.js';
import { useInbox, type InboxList } from './use-inbox.js';

/** What came in, the newest first, and what comes in while one looks. */
export function Inbox({ api, signIn }: { readonly api: Api; readonly signIn: SignIn }) {
  const list = useInbox(api);
  const { reload } = list;
  const lookAgain = useCallback(() => void reload(), [reload]);
  const isLive = useLiveSignal(signIn, lookAgain);
  useEffect(() => {
    // The list does not wait for the socket, which may not come about.
    lookAgain();
    const keep = () => void keepSubscription(api).catch(() => undefined);
    keep();
    return onWorkerMessage({ push: lookAgain, subscription: keep });
  }, [api, lookAgain]);
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
      <Toolbar api={api} isLive={isLive} reload={reload} />
      <List api={api} list={list} onOpen={open} />
      <Opened record={opened} onClose={close} />
    </>
  );
}

interface ToolbarProps {
  readonly api: Api;
  readonly isLive: boolean;
  readonly reload: () => Promise<void>;
}

function Toolbar({ api, isLive, reload }: ToolbarProps) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  const check = () => {
    checkAll(api)
      .then(({ checkedCount: checked, deletedCount: removed }) => {
        say(text('checkAll.done', { checked, removed }));
        return reload();
      })
      .catch(complain);
  };
  return (
    <div className="inbox-toolbar">
      <Button onPress={() => setAsking(true)}>{text('checkAll')}</Button>
      <span role="status">
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
  readonly onOpen: (record: NotificationRecord) => void;
}

function List({ api, list, onOpen }: ListProps) {
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
    <MoreList
      label={text('title')}
      items={records}
      keyOf={({ _id }) => _id}
      render={(record) => (
        <NotificationItem api={api} record={record} reload={reload} onOpen={onOpen} />
      )}
      onMore={cursor === undefined ? undefined : more}
      isLoadingMore={isLoadingMore}
    />
  );
}
