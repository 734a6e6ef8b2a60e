import type { Types } from 'mongoose';
import type { Broadcast, SchoolClass } from '../../broadcasts/broadcast.js';
import type { CalendarFeed } from '../../calendar/calendar-feed-store.js';
import type { Creation, CreationState } from '../../notifications/creation/creation.js';
import type { MailItem } from '../../mail/mail.js';
import type { Contact } from '../../people/contact-store.js';
import type {
  Direction,
  NotificationType,
  RelatedEntity,
} from '../../notifications/notification.js';
import type { Person } from '../../access/person.js';
import type { PreferencesChange } from '../../settings/preferences.js';
import type { PushDelivery } from '../../push/push.js';
import type { CalendarEvent } from '../../reminders/reminders.js';
import type { Settings } from '../../settings/settings.js';
import type { DeadLetter } from '../../delivery/dead-letter-store.js';
import type { TrailStepName } from '../../delivery/trail.js';

type ObjectId = Types.ObjectId;

export interface NotificationDocument {
  readonly _id: ObjectId;
  readonly type: Direction;
  readonly user: ObjectId;
  readonly userId: string;
  readonly userName: string;
  readonly boundTo?: string;
  readonly toUserList?: readonly Person[];
  readonly fromUser?: ObjectId;
  readonly fromUserId?: string;
  readonly fromUserName?: string;
  readonly checked: boolean;
  readonly category?: string;
  readonly title: string;
  readonly description?: string;
  readonly notificationType: NotificationType;
  readonly relatedEntity?: RelatedEntity;
  readonly autoDeleteOnCheck: boolean;
  readonly date: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly removedAt?: Date;
  readonly archivedAt?: Date;
  readonly snoozedUntil?: Date;
}

export interface CreationDocument {
  readonly _id: ObjectId;
  readonly key: string;
  readonly state: CreationState;
  readonly body: Omit<Creation, 'id' | 'key' | 'createdAt'>;
  readonly createdAt: Date;
  readonly leaseUntil: Date;
}

export interface SettingsDocument {
  readonly _id: ObjectId;
  readonly user: ObjectId;
  readonly userId: string;
  readonly userName: string;
  readonly settings: Settings;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface PersonDocument {
  readonly _id: ObjectId;
  readonly userId: string;
  readonly userName: string;
  readonly academyId: string;
  readonly updatedAt: Date;
}

export interface RegistrationDocument {
  /** User and academy. */
  readonly _id: string;
  readonly user: ObjectId;
  readonly academyId: string;
  readonly active: boolean;
  readonly changedAt: Date;
}

export interface CalendarEventDocument {
  /** Academy and event. */
  readonly _id: string;
  readonly version: number;
  readonly applied: boolean;
  readonly startsAt: Date;
  readonly body: CalendarEvent;
}

export interface ReminderDocument {
  readonly _id: string;
  /** Of the event's document. */
  readonly eventId: string;
  readonly version: number;
  readonly user: ObjectId;
  readonly userId: string;
  readonly userName: string;
  readonly startsAt: Date;
  readonly fireAt: Date;
  readonly ownMinutes?: number;
  readonly state: 'due' | 'claimed' | 'sent' | 'cancelled';
  readonly claimId?: string;
  readonly leaseUntil?: Date;
}

export interface SubscriptionDocument {
  /** SHA-256 of the endpoint, which may be longer than an index entry. */
  readonly _id: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly user: ObjectId;
  readonly createdAt: Date;
}

export interface DeliveryDocument {
  readonly _id: string;
  readonly host: string;
  readonly subscription: PushDelivery['subscription'];
  readonly payload: string;
  readonly attempts: number;
  readonly dueAt: Date;
  readonly classId?: string;
  readonly isUrgent?: boolean;
  /** Of the last try. */
  readonly reason?: string;
}

export interface UsedEventDocument {
  readonly _id: string;
  readonly usedAt: Date;
}

export interface DeadLetterDocument extends Omit<DeadLetter, 'id'> {
  readonly _id: string;
  /** Of the event, for lists; absent in documents of earlier versions. */
  readonly start?: string;
}

export interface SecretDocument {
  readonly _id: string;
  readonly value: string;
}

export interface KeyDocument {
  /** Scope and key. */
  readonly _id: string;
  readonly fingerprint: string;
  /** Wrapped, so that a result that is `null` is one. */
  readonly result?: { readonly value: unknown };
  readonly lockedUntil: Date;
  readonly expiresAt: Date;
}

export interface PreferenceDocument {
  readonly _id: ObjectId;
  readonly body: PreferencesChange;
}

export interface ContactDocument extends Omit<Contact, 'user'> {
  readonly _id: ObjectId;
}

export interface MailItemDocument extends Omit<MailItem, 'id' | 'user'> {
  readonly _id: ObjectId;
  readonly user: ObjectId;
  readonly state: 'due' | 'claimed' | 'done';
  readonly claimId?: string;
  readonly leaseUntil?: Date;
  readonly attempts: number;
  readonly doneAt?: Date;
  readonly sentTo?: string;
}

export interface SuppressionDocument {
  /** The address. */
  readonly _id: string;
  readonly reason: string;
  readonly at: Date;
}

export interface StepDocument {
  /** All that makes the step one. */
  readonly _id: string;
  readonly record: ObjectId;
  readonly what: TrailStepName;
  readonly detail: string;
  readonly at: Date;
}

export interface SchoolClassDocument extends SchoolClass {
  /** Academy and class. */
  readonly _id: string;
}

export interface JobDocument extends Omit<Broadcast, 'id'> {
  readonly _id: string;
  readonly leaseUntil: Date;
}

export interface CalendarFeedDocument extends Omit<CalendarFeed, 'user'> {
  readonly _id: ObjectId;
}
