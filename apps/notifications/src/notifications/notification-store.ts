import type { Direction, Notification } from './notification.js';
import type { Creation } from './creation/creation.js';

/** Whose records are meant. */
export type Reader = Pick<ListQuery, 'user' | 'academyId'>;

/** One page of an owner's records, newest first. */
export interface ListQuery {
  readonly user: string;
  /** What is bound to another academy is left out. */
  readonly academyId: string;
  readonly type: Direction;
  readonly checked?: boolean;
  /** `inbox` if absent: what is neither put away nor put off. */
  readonly view?: View;
  /** Only those that have this in title, text or sender's name, in any case. */
  readonly text?: string;
  readonly limit: number;
  /** Continues after this record. */
  readonly after?: { readonly createdAt: Date; readonly id: string };
}

export const VIEWS = ['inbox', 'archived', 'snoozed'] as const;

export type View = (typeof VIEWS)[number];

/** What people do with a received record beside checking it. */
export type Mark =
  | { readonly kind: 'uncheck' }
  | { readonly kind: 'archive' }
  /** Back into the inbox. */
  | { readonly kind: 'restore' }
  /** Out of sight until then. */
  | { readonly kind: 'snooze'; readonly until: Date };

export interface BulkCheck {
  readonly checkedCount: number;
  readonly deletedCount: number;
}

export interface Retention {
  /** Checked records that were last changed before this go; `undefined` keeps them. */
  readonly checkedBefore?: Date;
  /** Received records that nobody checked go when they are older; `undefined` keeps them. */
  readonly uncheckedBefore?: Date;
  /** So do senders' records. */
  readonly sentBefore?: Date;
  /** Removed records leave nothing behind after this. */
  readonly removedBefore: Date;
}

/**
 * The records. A removed record stays hidden for a while: a creation that is completed after a crash
 * must not bring it back.
 */
export abstract class NotificationStore {
  /** Adds the records of all recipients that are not there yet. */
  abstract addReceived(creation: Creation): Promise<void>;
  abstract addSent(creation: Creation): Promise<void>;
  /** Without descriptions. @throws {Problem} `search_too_slow` for a text that is looked for longer than `SEARCH_MS` */
  abstract list(query: ListQuery): Promise<readonly Notification[]>;
  abstract find(id: string): Promise<Notification | undefined>;
  /** Removes or marks an unchecked `received` record of this user; anything else stays as it is. */
  abstract check(id: string, user: string, now: Date): Promise<void>;
  abstract remove(id: string, user: string, now: Date): Promise<void>;
  /** Changes a `received` record of this user; anything else stays as it is. */
  abstract mark(id: string, user: string, mark: Mark, now: Date): Promise<void>;
  /** How many received records of the inbox are not checked. */
  abstract unreadCount(reader: Reader): Promise<number>;
  /** Those of the records that are there, not checked and not archived. @param now without those that are put off */
  abstract unread(ids: readonly string[], now?: Date): Promise<ReadonlySet<string>>;
  /** Records whose snooze is over, without descriptions, 100 at most. */
  abstract awakening(now: Date): Promise<readonly Notification[]>;
  /** Puts a record back into the inbox that slept until then, and no longer. */
  abstract awake(id: string, until: Date): Promise<void>;
  /** Checks all that this user received until now and has not checked. */
  abstract checkAll(reader: Reader, now: Date): Promise<BulkCheck>;
  /** @returns how many records are gone for good, at most 10,000 of each kind at once */
  abstract sweep(retention: Retention): Promise<number>;
}
