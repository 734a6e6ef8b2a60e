import {
  withoutBinding,
  type Notification,
  type NotificationType,
  type Recipient,
  type RelatedEntity,
} from '../notification.js';
import { type Person } from '../../access/person.js';
import { recordId } from '../../access/object-id.js';

/** Most recipients of one creation. */
export const MAX_RECIPIENTS = 10_000;

/**
 * Most UTF-16 units of all descriptions of one creation: each recipient's record has its own, and the
 * answer has all of them. 10,000 recipients can be told 2,000 units, 1,000 the most that there may be.
 */
export const MAX_DESCRIPTIONS = 20_000_000;

export const isTooMuch = (recipients: number, description = ''): boolean =>
  recipients * description.length > MAX_DESCRIPTIONS;

/** What a notification says. */
export interface Content {
  readonly title: string;
  readonly description?: string;
  readonly category?: string;
  readonly notificationType: NotificationType;
  readonly relatedEntity?: RelatedEntity;
  readonly autoDeleteOnCheck: boolean;
}

/**
 * The intent to notify, stored before anything else happens: what a crash interrupts is completed from
 * it. The ids of all records follow from its own, so that completing it twice adds nothing.
 */
export interface Creation {
  /** The id of the `sent` record, and the start of those of the `received` ones. */
  readonly id: string;
  /** The same for the same request or event: a second creation with it is none. */
  readonly key: string;
  readonly academyId: string;
  /** Absent when the service itself notifies: there is no `sent` record then. */
  readonly sender?: Person;
  readonly recipients: readonly Recipient[];
  readonly content: Content;
  /** The class that it is about: people may have muted it. */
  readonly classId?: string;
  /** What those recipients read who have a `language`. */
  readonly translations?: Translations;
  /** Pushes do not wait for the end of quiet hours. */
  readonly isUrgent?: true;
  /** Part of a message to an audience, which has a record of its own: the sender gets none of this. */
  readonly isPart?: true;
  readonly createdAt: Date;
}

/** Whether push and e-mail may tell a person of it, whose academy is known or not. */
export const isMailable = ({ boundTo }: Recipient, academyId: string | undefined): boolean =>
  boundTo === undefined || boundTo === academyId;

/**
 * - `new`: stored, some records may be missing
 * - `recorded`: all records are there, signals and pushes may be missing
 * - `done`: signals are out and pushes are queued
 */
export type CreationState = 'new' | 'recorded' | 'done';

export interface StoredCreation extends Creation {
  readonly state: CreationState;
  /** None of its recipients had a browser or an address when it was stored: the signal is all. */
  readonly isForInboxOnly?: true;
}

/** The record of one recipient; `index` as in `recipients`. */
export function receivedRecord(creation: Creation, index: number): Notification {
  const recipient = creation.recipients[index];
  if (recipient === undefined) throw new RangeError(`There is no recipient ${index}.`);
  const { boundTo } = recipient;
  return {
    id: recordId(creation.id, index + 1),
    type: 'received',
    owner: withoutBinding(recipient),
    ...(boundTo === undefined ? {} : { boundTo }),
    ...(creation.sender === undefined ? {} : { from: creation.sender }),
    ...contentOf(creation),
    ...wordsOf(creation, recipient),
  };
}

/** What a recipient reads in the place of the message as it is. */
export const wordsOf = (
  { translations = {} }: Pick<Creation, 'translations'>,
  { language }: Recipient,
): Partial<Translation> => (language === undefined ? {} : (translations[language] ?? {}));

/** The sender's record; `undefined` when nobody sent it. */
export function sentRecord(creation: Creation): Notification | undefined {
  const { sender, recipients, isPart } = creation;
  if (sender === undefined || isPart === true) return undefined;
  return {
    id: creation.id,
    type: 'sent',
    owner: sender,
    toUserList: recipients.map(withoutBinding),
    ...contentOf(creation),
  };
}

const contentOf = ({ content, createdAt }: Creation) => ({
  ...content,
  checked: false,
  date: createdAt,
  createdAt,
  updatedAt: createdAt,
});

/** What a message says in another language. */
export interface Translation {
  readonly title: string;
  readonly description: string;
}

/** By language, such as `es`. */
export type Translations = Readonly<Record<string, Translation>>;
