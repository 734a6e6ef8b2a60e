import type { MailMessage } from './mailings.js';
import { NOTIFICATION_TYPES, type NotificationType } from '../notifications/notification.js';

const NOBODY = '0'.repeat(24);

/** For operators who look at their templates. */
export function exampleMail(kind: string, locale: string): MailMessage {
  const notificationType = NOTIFICATION_TYPES.find((type) => type === kind);
  const item = (type: NotificationType, title: string) => ({
    title,
    description: 'Chapter 3 is for Monday.\nBring your own copy.',
    fromUserName: 'Ada Lovelace',
    notificationType: type,
  });
  return {
    ...{ id: 'example', user: NOBODY, to: 'reader@example.org', locale },
    kind: notificationType ?? 'digest',
    items:
      notificationType === undefined
        ? [item('newPost', 'Homework'), item('direct', 'A question')]
        : [item(notificationType, 'Homework')],
    more: notificationType === undefined ? 12 : 0,
  };
}
