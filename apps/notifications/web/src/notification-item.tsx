import { Button, complain, ConfirmDialog, Dialog, useLanguage } from '@sextant/web';
import type { Api } from '@sextant/web/api';
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
import { useText } from './strings/index.js';

export interface NotificationItemProps {
  readonly api: Api;
  readonly record: NotificationRecord;
  readonly onChanged: () => void;
  readonly onOpen: (record: NotificationRecord) => void;
}

/** One record. What is in it is text: tags in a title are shown, not obeyed. */
export function NotificationItem({ api, record, onChanged, onOpen }: NotificationItemProps) {
  const text = useText();
  const id = useId();
  const [isDeleting, setDeleting] = useState(false);
  const after = (work: Promise<unknown>) => void work.then(onChanged).catch(complain);
  return (
    <article className={record.checked ? 'inbox-item inbox-checked' : 'inbox-item'}>
      <Title id={id} record={record} />
      <div className="inbox-actions" role="group" aria-labelledby={id}>
        <Button kind="primary" onPress={() => onOpen(record)}>
          {text('open')}
        </Button>
        <Marks record={record} onMark={(work) => after(work(api))} />
        <Button kind="quiet" onPress={() => setDeleting(true)}>
          {text('delete')}
        </Button>
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
  readonly record: NotificationRecord;
  readonly onMark: (work: (api: Api) => Promise<void>) => void;
}

const HOUR_MS = 3_600_000;

/** What else can be done with a record, as it is now. */
function Marks({ record, onMark }: MarksProps) {
  const text = useText();
  const { _id: id, checked, archivedAt, snoozedUntil } = record;
  const isAway = archivedAt !== undefined || snoozedUntil !== undefined;
  const mark = (name: MarkName) => onMark((api) => markRecord(api, id, name));
  const tomorrow = () => new Date(Date.now() + 24 * HOUR_MS);
  return (
    <>
      {checked ? (
        <Button onPress={() => mark('uncheck')}>{text('uncheck')}</Button>
      ) : (
        <Button onPress={() => onMark((api) => checkRecord(api, id))}>{text('check')}</Button>
      )}
      {isAway ? (
        <Button onPress={() => mark('restore')}>{text('restore')}</Button>
      ) : (
        <>
          <Button onPress={() => onMark((api) => snoozeRecord(api, id, tomorrow()))}>
            {text('snooze')}
          </Button>
          <Button onPress={() => mark('archive')}>{text('archive')}</Button>
        </>
      )}
    </>
  );
}

function Title({ id, record }: { readonly id: string; readonly record: NotificationRecord }) {
  return (
    <div className="inbox-about">
      <h2 id={id} dir="auto">
        {record.title}
      </h2>
      <About record={record} />
    </div>
  );
}

function About({ record }: { readonly record: NotificationRecord }) {
  const { language } = useLanguage();
  const { fromUserName, notificationType, createdAt } = record;
  const when = new Date(createdAt);
  const shown = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
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
  readonly record: OpenedRecord | undefined;
  readonly onClose: () => void;
}) {
  const text = useText();
  return (
    <Dialog
      title={record?.title ?? ''}
      isOpen={record !== undefined}
      onClose={onClose}
      actions={<Button onPress={onClose}>{text('close')}</Button>}
    >
      {record === undefined ? null : <About record={record} />}
      <p className="inbox-text" dir="auto">
        {record?.description ?? ''}
      </p>
    </Dialog>
  );
}
