import {
  ActionMenu,
  Button,
  complain,
  ConfirmDialog,
  Dialog,
  IconButton,
  say,
  useLanguage,
} from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { Archive, Check, Clock, Inbox, Mail, Trash2 } from '@sextant/web/icons';
import { useId, useState } from 'react';
import {
  checkRecord,
  deleteRecord,
  markRecord,
  snoozeRecord,
  type MarkName,
  type NotificationRecord,
  type OpenedRecord,
} from './notifications.js';
import { SNOOZES } from './snoozes.js';
import { useText } from './strings/index.js';

export interface NotificationItemProps {
  readonly api: Api;
  readonly record: NotificationRecord;
  readonly onChanged: () => void;
  readonly onOpen: (id: string) => void;
}

/** One record: its title opens it. What is in it is text: tags in a title are shown, not obeyed. */
export function NotificationItem({ api, record, onChanged, onOpen }: NotificationItemProps) {
  const text = useText();
  const id = useId();
  const [isDeleting, setDeleting] = useState(false);
  const after = (work: Promise<unknown>) => void work.then(onChanged).catch(complain);
  return (
    <article className={record.checked ? 'inbox-item inbox-checked' : 'inbox-item'}>
      <div className="inbox-about">
        <h2 id={id} dir="auto">
          <Button kind="text" onPress={() => onOpen(record._id)}>
            {record.title}
          </Button>
        </h2>
        <About record={record} />
      </div>
      <div className="inbox-actions" role="group" aria-labelledby={id}>
        <Marks api={api} record={record} after={after} />
        <IconButton icon={Trash2} label={text('delete')} onPress={() => setDeleting(true)} />
      </div>
      <ConfirmDialog
        title={text('delete.title')}
        action={text('delete')}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={() => after(deleteRecord(api, record._id))}
      >
        <p className="inbox-text" dir="auto">
          {record.title}
        </p>
      </ConfirmDialog>
    </article>
  );
}

interface MarksProps {
  readonly api: Api;
  readonly record: NotificationRecord;
  /** Shows what is true when the work is done. */
  readonly after: (work: Promise<unknown>) => void;
}

/** What else can be done with a record, as it is now. What puts it out of sight can be taken back. */
function Marks({ api, record, after }: MarksProps) {
  const text = useText();
  const { _id: id, checked, archivedAt, snoozedUntil } = record;
  const isAway = archivedAt !== undefined || snoozedUntil !== undefined;
  const mark = (name: MarkName) => after(markRecord(api, id, name));
  const putAway = (work: Promise<void>, done: string) =>
    after(work.then(() => say(done, () => mark('restore'))));
  return (
    <>
      {checked ? (
        <IconButton icon={Mail} label={text('uncheck')} onPress={() => mark('uncheck')} />
      ) : (
        <IconButton
          icon={Check}
          label={text('check')}
          onPress={() => after(checkRecord(api, id))}
        />
      )}
      {isAway ? (
        <IconButton icon={Inbox} label={text('restore')} onPress={() => mark('restore')} />
      ) : (
        <>
          <Snooze onSnooze={(until, done) => putAway(snoozeRecord(api, id, until), done)} />
          <IconButton
            icon={Archive}
            label={text('archive')}
            onPress={() => putAway(markRecord(api, id, 'archive'), text('archive.done'))}
          />
        </>
      )}
    </>
  );
}

/** When a record comes back. */
function Snooze({ onSnooze }: { readonly onSnooze: (until: Date, done: string) => void }) {
  const text = useText();
  const { locale } = useLanguage();
  const shown = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });
  const item = (id: 'hour' | 'tomorrow' | 'week') => ({
    id,
    title: text(`snooze.${id}`),
    onAction: () => {
      const until = SNOOZES[id](new Date());
      onSnooze(until, text('snooze.done', { when: shown.format(until) }));
    },
  });
  return (
    <ActionMenu
      icon={Clock}
      label={text('snooze')}
      items={[item('hour'), item('tomorrow'), item('week')]}
    />
  );
}

function About({ record }: { readonly record: NotificationRecord }) {
  const { locale } = useLanguage();
  const { fromUserName, notificationType, createdAt } = record;
  const when = new Date(createdAt);
  const shown = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <p className="sx-muted">
      {/* A name may be written from right to left, and turns nothing else round. */}
      <bdi>{fromUserName ?? notificationType}</bdi>
      {' · '}
      <time dateTime={createdAt}>{shown.format(when)}</time>
    </p>
  );
}

/** A text that is read, whatever becomes of the list meanwhile. */
export function Opened({
  record,
  onClose,
}: {
  readonly record: OpenedRecord;
  readonly onClose: () => void;
}) {
  const text = useText();
  return (
    <Dialog
      title={record.title}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{text('close')}</Button>}
    >
      <About record={record} />
      <p className="inbox-text" dir="auto">
        {record.description ?? ''}
      </p>
    </Dialog>
  );
}
