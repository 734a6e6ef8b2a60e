import type {
  Direction,
  Notification,
  NotificationType,
  RelatedType,
} from '../../notifications/notification.js';
import type { Person } from '../../access/person.js';

/** An ObjectId as the database keeps it. */
export const bytes = (id: string): Buffer => Buffer.from(id, 'hex');

export const hex = (id: Buffer): string => id.toString('hex');

export interface NotificationRow {
  readonly id: Buffer;
  readonly type: Direction;
  readonly user: Buffer;
  readonly user_id: string;
  readonly user_name: string;
  readonly to_user_list: readonly Person[] | null;
  readonly from_user: Buffer | null;
  readonly from_user_id: string | null;
  readonly from_user_name: string | null;
  readonly checked: boolean;
  readonly category: string | null;
  readonly title: string;
  /** Not selected in lists. */
  readonly description?: string | null;
  readonly notification_type: NotificationType;
  readonly related_type: RelatedType | null;
  readonly related_id: string | null;
  readonly auto_delete_on_check: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly bound_to: string | null;
  readonly archived_at: Date | null;
  readonly snoozed_until: Date | null;
}

export const toPerson = (row: {
  readonly user: Buffer;
  readonly user_id: string;
  readonly user_name: string;
}): Person => ({ user: hex(row.user), userId: row.user_id, userName: row.user_name });

export function toNotification(row: NotificationRow): Notification {
  return {
    id: hex(row.id),
    type: row.type,
    owner: toPerson(row),
    ...given('boundTo', row.bound_to),
    ...given('toUserList', row.to_user_list),
    ...fromOf(row),
    checked: row.checked,
    ...given('category', row.category),
    title: row.title,
    ...given('description', row.description),
    date: row.created_at,
    notificationType: row.notification_type,
    ...relatedOf(row),
    autoDeleteOnCheck: row.auto_delete_on_check,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...given('archivedAt', row.archived_at),
    ...given('snoozedUntil', row.snoozed_until),
  };
}

function fromOf({
  from_user: user,
  from_user_id: userId,
  from_user_name: userName,
}: NotificationRow) {
  return user === null || userId === null || userName === null
    ? {}
    : { from: { user: hex(user), userId, userName } };
}

const relatedOf = ({ related_type: type, related_id: id }: NotificationRow) =>
  type === null || id === null ? {} : { relatedEntity: { type, id } };

export const given = <Name extends string, Value>(name: Name, value: Value | null | undefined) =>
  (value === null || value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>;
