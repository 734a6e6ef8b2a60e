import { receivedRecord, sentRecord, type Creation } from './creation/creation.js';
import type { Notification } from './notification.js';

/** A record as callers see it (spec 2, part 2, "Notification"). */
export function presentNotification(notification: Notification): object {
  const { id, owner, from, type, toUserList, checked, category, title, description } = notification;
  const { date, notificationType, relatedEntity, autoDeleteOnCheck, createdAt, updatedAt } =
    notification;
  const { archivedAt, snoozedUntil } = notification;
  return {
    _id: id,
    type,
    ...owner,
    ...(toUserList === undefined ? {} : { toUserList }),
    ...(from === undefined
      ? {}
      : { fromUser: from.user, fromUserId: from.userId, fromUserName: from.userName }),
    checked,
    ...(category === undefined ? {} : { category }),
    title,
    ...(description === undefined ? {} : { description }),
    date,
    notificationType,
    ...(relatedEntity === undefined ? {} : { relatedEntity }),
    ...{ autoDeleteOnCheck, createdAt, updatedAt },
    ...(archivedAt === undefined ? {} : { archivedAt }),
    ...(snoozedUntil === undefined ? {} : { snoozedUntil }),
  };
}

/** The records of a creation: those of the recipients, then the sender's (spec 2, part 4.2). */
export function presentCreation(creation: Creation, unknown: readonly string[]): object {
  const received = creation.recipients.map((_person, index) => receivedRecord(creation, index));
  const sent = sentRecord(creation);
  const records = sent === undefined ? received : [...received, sent];
  return {
    notifications: records.map(presentNotification),
    ...(unknown.length === 0 ? {} : { unknownRecipients: unknown }),
  };
}
