import { Button, complain, ConfirmDialog, Dialog, useLanguage } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useId, useState } from 'react';
import {
  checkRecord,
  deleteRecord,
  type NotificationRecord,
  type OpenedRecord,
} from './notifications.js';
import { useText } from './strings/index.js';

export interface NotificationItemProps {
  readonly api: Api;
  readonly record: NotificationRecord;
  readonly reload: () => Promise<void>;
  readonly onOpen: (record: NotificationRecord) => void;
}

/** One record. What is in it is text: tags in a title are shown, not obeyed. */
export function NotificationItem({ api, record, reload, onOpen }: NotificationItemProps) {
  const text = useText();
  const id = useId();
  const [isDeleting, setDeleting] = useState(false);
  const after = (work: Promise<unknown>) => void work.then(reload).catch(complain);
  return (
    <article className={record.checked ? 'inbox-item inbox-checked' : 'inbox-item'}>
      <Title id={id} record={record} />
      <div className="inbox-actions" role="group" aria-labelledby={id}>
        <Button kind="primary" onPress={() => onOpen(record)}>
          {text('open')}
        </Button>
        {record.checked ? null : (
          <Button onPress={() => after(checkRecord(api, record._id))}>{text('check')}</Button>
        )}
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
        <p className="inbox-text">{record.title}</p>
      </ConfirmDialog>
    </article>
  );
}

function Title({ id, record }: { readonly id: string; readonly record: NotificationRecord }) {
  return (
    <div className="inbox-about">
      <h2 id={id}>{record.title}</h2>
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
      {fromUserName ?? notificationType}
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
      <p className="inbox-text">{record?.description ?? ''}</p>
    </Dialog>
  );
}
