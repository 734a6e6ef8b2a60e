import type { IdempotencyStore } from '@sextant/platform-idempotency';
import type { AudienceStore, JobStore } from '../broadcasts/broadcast.js';
import type { CalendarFeedStore } from '../calendar/calendar-feeds.js';
import type { Creation, StoredCreation } from '../notifications/creation.js';
import type { ContactStore, MailStore } from '../mail/mail.js';
import type { Direction, Notification, Person } from '../notifications/notification.js';
import type { Preferences, PreferencesChange } from '../settings/preferences.js';
import type { PushDelivery, PushSubscription } from '../push/push.js';
import type { CalendarEvent, DueReminders, Reminder } from '../reminders/reminders.js';
import type { Settings, SettingsRecord } from '../settings/settings.js';
import { token } from '../http/token.js';
import type { TrailStore } from '../delivery/trail.js';

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
export interface NotificationStore {
  /** Adds the records of all recipients that are not there yet. */
  addReceived(creation: Creation): Promise<void>;
  addSent(creation: Creation): Promise<void>;
  /** Without descriptions. @throws {Problem} `search_too_slow` for a text that is looked for longer than `SEARCH_MS` */
  list(query: ListQuery): Promise<readonly Notification[]>;
  find(id: string): Promise<Notification | undefined>;
  /** Removes or marks an unchecked `received` record of this user; anything else stays as it is. */
  check(id: string, user: string, now: Date): Promise<void>;
  remove(id: string, user: string, now: Date): Promise<void>;
  /** Changes a `received` record of this user; anything else stays as it is. */
  mark(id: string, user: string, mark: Mark, now: Date): Promise<void>;
  /** How many received records of the inbox are not checked. */
  unreadCount(reader: Reader): Promise<number>;
  /** Those of the records that are there, not checked and not archived. @param now without those that are put off */
  unread(ids: readonly string[], now?: Date): Promise<ReadonlySet<string>>;
  /** Records whose snooze is over, without descriptions, 100 at most. */
  awakening(now: Date): Promise<readonly Notification[]>;
  /** Puts a record back into the inbox that slept until then, and no longer. */
  awake(id: string, until: Date): Promise<void>;
  /** Checks all that this user received until now and has not checked. */
  checkAll(reader: Reader, now: Date): Promise<BulkCheck>;
  /** @returns how many records are gone for good, at most 10,000 of each kind at once */
  sweep(retention: Retention): Promise<number>;
}

export type FinishedCreation = Pick<Creation, 'id' | 'key' | 'createdAt'>;

/** The log of intents. */
export interface CreationLog {
  /**
   * Stores a creation, claimed until `leaseUntil`. Where the database can, all its records are stored in
   * the same commit: then it is `recorded` at once.
   *
   * @returns the one that is stored: another if its key was known
   */
  begin(creation: Creation, leaseUntil: Date): Promise<StoredCreation>;
  find(id: string): Promise<StoredCreation | undefined>;
  /** Never goes back from `done`. */
  recorded(id: string): Promise<void>;
  /** All is out. If it is an event's, the event is remembered before the creation may be forgotten. */
  done(creation: FinishedCreation): Promise<void>;
  /** Keeps others away from it until then. */
  renew(id: string, leaseUntil: Date): Promise<void>;
  /** Takes one that is not done and that nobody works at. */
  claim(now: Date, leaseUntil: Date): Promise<StoredCreation | undefined>;
  /** Those that are not done. */
  pending(): Promise<number>;
  /** Forgets those that are done and older; their keys count as new again. */
  sweep(before: Date): Promise<number>;
}

export interface SettingsStore {
  /** Reads a user's settings, and makes them with the defaults if there are none. */
  read(owner: Person, now: Date): Promise<SettingsRecord>;
  /** Changes the given members only. */
  update(owner: Person, change: Partial<Settings>, now: Date): Promise<SettingsRecord>;
  /** Settings by user, of those who have any. */
  ofUsers(users: readonly string[]): Promise<ReadonlyMap<string, Settings>>;
}

export interface PreferenceStore {
  update(user: string, change: PreferencesChange): Promise<Preferences>;
  /** Of those who have any. */
  ofUsers(users: readonly string[]): Promise<ReadonlyMap<string, Preferences>>;
}

/** A person whose academy is known. */
export interface KnownPerson extends Person {
  readonly academyId: string;
}

export interface Registration {
  readonly user: string;
  readonly academyId: string;
  readonly active: boolean;
  /** When it became so: older news does not count. */
  readonly changedAt: Date;
}

export interface PeopleStore {
  remember(people: readonly KnownPerson[], now: Date): Promise<void>;
  /** Those of the users who are known, by user. */
  known(users: readonly string[]): Promise<ReadonlyMap<string, KnownPerson>>;
  /** @returns whether it is stored now: not when there is newer news */
  register(registration: Registration): Promise<boolean>;
  registration(user: string, academyId: string): Promise<Registration | undefined>;
  isRegistered(user: string, academyId: string): Promise<boolean>;
  /** Everything of this person goes: records, wishes, browsers, address. */
  forget(user: string): Promise<void>;
}

export interface ReminderStore {
  /**
   * Takes an event's new state over unless a newer one is known.
   *
   * @returns whether the event's reminders have to be brought into line: also for a state that is
   * known, until `applied` was called
   */
  takeEvent(event: CalendarEvent): Promise<boolean>;
  /**
   * These are now the event's reminders, unless newer news was taken over meanwhile. What has been sent
   * stays sent; what is claimed stays claimed, so that a crash cannot make it a second reminder.
   */
  replace(event: CalendarEvent, reminders: readonly Reminder[]): Promise<void>;
  applied(event: CalendarEvent): Promise<void>;
  /** Takes reminders of one event that are due, or that a crash left claimed. */
  claim(now: Date, leaseUntil: Date): Promise<DueReminders | undefined>;
  finish(claimId: string): Promise<void>;
  /** Takes back reminders of a state that is not the newest. */
  cancel(claimId: string, version: number): Promise<void>;
  /** Moves what a user's default governs and has not been sent. */
  reschedule(user: string, minutes: number): Promise<void>;
  /** Forgets events that began before. */
  sweep(before: Date): Promise<number>;
}

/** What is to be sent next: due, and nobody else's. */
export interface PushClaim {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
  /** `host` or `host:port` of push services, and users, that have enough to do. */
  readonly exceptHosts: readonly string[];
  readonly exceptUsers: readonly string[];
}

export interface PushStore {
  /** An endpoint belongs to one user: who subscribes last. */
  subscribe(subscription: PushSubscription): Promise<void>;
  unsubscribe(endpoint: string, user: string): Promise<void>;
  /** The push service knows the endpoint no more. */
  forget(endpoint: string): Promise<void>;
  ofUsers(users: readonly string[]): Promise<readonly PushSubscription[]>;
  queue(deliveries: readonly PushDelivery[]): Promise<void>;
  claim(claim: PushClaim): Promise<readonly PushDelivery[]>;
  /** @param reason why it has to be tried again */
  retry(id: string, attempts: number, at: Date, reason?: string): Promise<void>;
  /** Those that wait, the one that is due first at first. */
  waiting(filter: PushesFilter): Promise<readonly WaitingPush[]>;
  /** Has it due at once. @returns whether it is there */
  hasten(id: string, now: Date): Promise<boolean>;
  finish(id: string): Promise<void>;
  backlog(): Promise<PushBacklog>;
}

/** What operators look for. */
export interface LettersFilter {
  readonly user?: string;
  readonly host?: string;
  /** Words of the reason, in any case. */
  readonly reason?: string;
}

export interface PushesFilter extends LettersFilter {
  readonly limit: number;
}

/** A message on its way, without what only the browser may know. */
export interface WaitingPush {
  readonly id: string;
  readonly user: string;
  readonly host: string;
  readonly attempts: number;
  readonly dueAt: Date;
  /** Of the last try; empty before the first. */
  readonly reason: string;
}

/** Messages that no push service has yet. */
export interface PushBacklog {
  readonly count: number;
  /** When the first of them was, or is, due. */
  readonly firstDueAt?: Date;
}

/** Which events were used, by the keys of `event-key.ts`: whatever comes again changes nothing. */
export interface EventMemory {
  has(key: string): Promise<boolean>;
  /** What is remembered already stays as old as it is. */
  remember(key: string, at: Date): Promise<void>;
  /** @returns how many are forgotten, at most 10,000 at once */
  sweep(before: Date): Promise<number>;
}

/** An event that could not be used. */
export interface DeadLetter {
  readonly id: string;
  readonly at: Date;
  readonly reason: string;
  /** What came, as text; in lists its first 4,096 characters. */
  readonly event: string;
}

export interface LettersQuery extends LettersFilter {
  readonly limit: number;
  /** Continues after this letter. */
  readonly after?: { readonly at: Date; readonly id: string };
}

export interface DeadLetterStore {
  bury(letter: DeadLetter): Promise<void>;
  /** The newest first. */
  list(query: LettersQuery): Promise<readonly DeadLetter[]>;
  find(id: string): Promise<DeadLetter | undefined>;
  /** @returns whether it was there */
  remove(id: string): Promise<boolean>;
  count(): Promise<number>;
  /** @returns how many are gone, at most 10,000 at once */
  sweep(before: Date): Promise<number>;
}

export interface SecretStore {
  /** What is stored under the name; what `make` gives is stored first if there is nothing. */
  getOrMake(name: string, make: () => string): Promise<string>;
}

/** Everything that is kept, behind one port with two adapters. */
export interface Storage {
  readonly notifications: NotificationStore;
  readonly creations: CreationLog;
  readonly settings: SettingsStore;
  readonly preferences: PreferenceStore;
  readonly people: PeopleStore;
  readonly contacts: ContactStore;
  readonly mail: MailStore;
  readonly trail: TrailStore;
  readonly audiences: AudienceStore;
  readonly jobs: JobStore;
  readonly calendars: CalendarFeedStore;
  readonly reminders: ReminderStore;
  readonly push: PushStore;
  readonly events: EventMemory;
  readonly deadLetters: DeadLetterStore;
  readonly secrets: SecretStore;
  readonly idempotency: IdempotencyStore;
  /** Rejects while the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Names the storage that a process uses. */
export const STORAGE = token<Storage>('Storage');
