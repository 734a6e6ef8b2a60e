import { Button, complain, ConfirmDialog, part, say, StatusBadge, useOpened } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import type { SignIn } from '@sextant/web/session';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveSignal } from './live-signal.js';
import { checkAll, openRecord, type OpenedRecord, type View } from './notifications.js';
import { keepSubscription, onWorkerMessage } from './push.js';
import { Search } from './search.js';
import { useText } from './strings/index.js';
import { useUnread } from './use-unread.js';
import { useInbox } from './use-inbox.js';

// They come while the list is asked for.
const NotificationList = part(
  async () => (await import('./notification-list.js')).NotificationList,
);
const Opened = part(async () => (await import('./notification-item.js')).Opened);

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
  const { opened, open, close } = useOpenedRecord(api);
  return (
    <>
      <Toolbar api={api} isLive={isLive} unread={unread} lookAgain={lookAgain} />
      <Search view={view} words={words} onView={setView} onWords={setWords} />
      <NotificationList api={api} list={list} lookAgain={lookAgain} onOpen={open} />
      {opened === undefined ? null : (
        <Opened
          record={opened}
          onClose={() => {
            close();
            lookAgain();
          }}
        />
      )}
    </>
  );
}

/** The one whose id the address has. It stays while it is read, whatever becomes of the list: one that is for once is gone. */
function useOpenedRecord(api: Api) {
  const [id, open] = useOpened();
  const [opened, setOpened] = useState<OpenedRecord>();
  const close = useRef(open);
  useEffect(() => {
    close.current = open;
  });
  useEffect(() => {
    if (id === undefined) return undefined;
    let isLatest = true;
    openRecord(api, id).then(
      (record) => {
        if (isLatest) setOpened(record);
      },
      (error: unknown) => {
        if (!isLatest) return;
        complain(error);
        close.current();
      },
    );
    return () => {
      isLatest = false;
    };
  }, [api, id]);
  const isOpen = id !== undefined && opened?._id === id;
  return { opened: isOpen ? opened : undefined, open, close: () => open() };
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
