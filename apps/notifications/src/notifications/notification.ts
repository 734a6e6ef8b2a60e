import type { Person } from '../access/person.js';

/** What a notification is about (spec 2, part 2). */
export const NOTIFICATION_TYPES = [
  'direct',
  'classInvitation',
  'classCancellation',
  'classApproval',
  'classApprovalCancel',
  'scheduleStart',
  'newPost',
  'reminder',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Kinds of things that a notification may point at (spec 2, part 2). */
export const RELATED_TYPES = [
  'enrollment',
  'syllabus',
  'calendarEvent',
  'post',
  'reminder',
] as const;
export type RelatedType = (typeof RELATED_TYPES)[number];

export interface RelatedEntity {
  readonly type: RelatedType;
  readonly id: string;
}

/** Whom a creation notifies. */
export interface Recipient extends Person {
  /** The academy of the sender, where the service did not know the person: nobody else's person shall read it. */
  readonly boundTo?: string;
  /** Of the creation's translations; absent for the message as it is. */
  readonly language?: string;
}

export const withoutBinding = ({ user, userId, userName }: Recipient): Person => ({
  user,
  userId,
  userName,
});

export type Direction = 'sent' | 'received';

export interface Notification {
  /** ObjectId: 24 hexadecimal digits. */
  readonly id: string;
  readonly type: Direction;
  /** Whose record it is: the sender's or the recipient's. */
  readonly owner: Person;
  /** Only people of this academy may read it. */
  readonly boundTo?: string;
  /** On `sent` records only. */
  readonly toUserList?: readonly Person[];
  /** On `received` records that a person sent. */
  readonly from?: Person;
  readonly checked: boolean;
  readonly category?: string;
  readonly title: string;
  /** Absent in lists as well as where there is none. */
  readonly description?: string;
  readonly date: Date;
  readonly notificationType: NotificationType;
  readonly relatedEntity?: RelatedEntity;
  readonly autoDeleteOnCheck: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly archivedAt?: Date;
  readonly snoozedUntil?: Date;
}

/**
 * A person as others name one, with the `userId` and the `userName` of the person's own tokens where they are
 * known: the id names the room of the signal, which must not be somebody else's, and the name is shown.
 */
export function asKnown<Named extends Person>(
  person: Named,
  known: ReadonlyMap<string, Person>,
): Named {
  const own = known.get(person.user);
  return own === undefined ? person : { ...person, userId: own.userId, userName: own.userName };
}
