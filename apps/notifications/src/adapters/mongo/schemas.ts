import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { Creation, CreationState } from '../../domain/creation.js';
import type {
  Direction,
  NotificationType,
  Person,
  RelatedEntity,
} from '../../domain/notification.js';
import type { PushDelivery } from '../../domain/push.js';
import type { CalendarEvent } from '../../domain/reminders.js';
import type { Settings } from '../../domain/settings.js';
import type { DeadLetter } from '../../domain/storage.js';

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

const id = Schema.Types.ObjectId;
const text = { type: String, required: true };
const day = { type: Date, required: true };
const anything = Schema.Types.Mixed;

/** Timestamps are the domain's: it has the clock. Versions of documents are of no use here. */
const schema = (definition: Record<string, unknown>, collection: string): Schema =>
  new Schema(definition, { collection, versionKey: false, autoIndex: false, minimize: false });

const person = { user: { type: id, required: true }, userId: text, userName: text };

const notification = schema(
  {
    type: { ...text, enum: ['sent', 'received'] },
    ...person,
    boundTo: String,
    toUserList: { type: anything },
    fromUser: id,
    fromUserId: String,
    fromUserName: String,
    checked: { type: Boolean, required: true },
    category: String,
    title: text,
    description: String,
    notificationType: text,
    relatedEntity: { type: anything },
    autoDeleteOnCheck: { type: Boolean, required: true },
    date: day,
    createdAt: day,
    updatedAt: day,
    removedAt: Date,
  },
  'notifications',
);
notification.index({ user: 1, type: 1, createdAt: -1, _id: -1 }, { name: 'notification_by_owner' });
notification.index(
  { updatedAt: 1 },
  { name: 'notification_checked', partialFilterExpression: { checked: true } },
);
notification.index(
  { removedAt: 1 },
  { name: 'notification_removed', partialFilterExpression: { removedAt: { $exists: true } } },
);

const creation = schema(
  { key: text, state: text, body: anything, createdAt: day, leaseUntil: day },
  'creations',
);
creation.index({ key: 1 }, { name: 'creation_key', unique: true });
creation.index({ state: 1, leaseUntil: 1 }, { name: 'creation_pending' });
creation.index({ state: 1, createdAt: 1 }, { name: 'creation_done' });

const settings = schema(
  { ...person, settings: anything, createdAt: day, updatedAt: day },
  'notificationsettings',
);
settings.index({ user: 1 }, { name: 'settings_user', unique: true });

const reminder = schema(
  {
    _id: text,
    eventId: text,
    version: { type: Number, required: true },
    ...person,
    startsAt: day,
    fireAt: day,
    ownMinutes: Number,
    state: text,
    claimId: String,
    leaseUntil: Date,
  },
  'reminders',
);
reminder.index({ state: 1, fireAt: 1 }, { name: 'reminder_due' });
reminder.index({ claimId: 1 }, { name: 'reminder_claimed' });
reminder.index({ eventId: 1 }, { name: 'reminder_of_event' });
reminder.index({ user: 1, state: 1 }, { name: 'reminder_of_user' });

const calendarEvent = schema(
  { _id: text, version: Number, applied: Boolean, startsAt: day, body: anything },
  'calendarevents',
);
calendarEvent.index({ startsAt: 1 }, { name: 'calendar_event_start' });

const subscription = schema(
  { _id: text, endpoint: text, p256dh: text, auth: text, user: id, createdAt: day },
  'pushsubscriptions',
);
subscription.index({ user: 1 }, { name: 'push_subscription_user' });

const delivery = schema(
  { _id: text, host: text, subscription: anything, payload: text, attempts: Number, dueAt: day },
  'pushdeliveries',
);
delivery.index({ dueAt: 1 }, { name: 'push_delivery_due' });

const usedEvent = schema({ _id: text, usedAt: day }, 'usedevents');
usedEvent.index({ usedAt: 1 }, { name: 'used_event_age' });

const deadLetter = schema(
  { _id: text, at: day, reason: text, event: String, start: String },
  'deadletters',
);
deadLetter.index({ at: 1 }, { name: 'dead_letter_at' });

const key = schema(
  { _id: text, fingerprint: text, result: anything, lockedUntil: day, expiresAt: day },
  'idempotencykeys',
);
key.index({ expiresAt: 1 }, { name: 'idempotency_key_expiry' });

/** The collections of one connection. */
export function modelsOf(connection: Connection) {
  const model = <Document>(name: string, of: Schema): Model<Document> =>
    connection.model(name, of) as unknown as Model<Document>;
  return {
    notifications: model<NotificationDocument>('Notification', notification),
    creations: model<CreationDocument>('Creation', creation),
    settings: model<SettingsDocument>('Settings', settings),
    people: model<PersonDocument>(
      'Person',
      schema({ userId: text, userName: text, academyId: text, updatedAt: day }, 'people'),
    ),
    registrations: model<RegistrationDocument>(
      'Registration',
      schema(
        { _id: text, user: id, academyId: text, active: Boolean, changedAt: day },
        'registrations',
      ),
    ),
    calendarEvents: model<CalendarEventDocument>('CalendarEvent', calendarEvent),
    reminders: model<ReminderDocument>('Reminder', reminder),
    subscriptions: model<SubscriptionDocument>('PushSubscription', subscription),
    deliveries: model<DeliveryDocument>('PushDelivery', delivery),
    usedEvents: model<UsedEventDocument>('UsedEvent', usedEvent),
    deadLetters: model<DeadLetterDocument>('DeadLetter', deadLetter),
    secrets: model<SecretDocument>('Secret', schema({ _id: text, value: text }, 'secrets')),
    keys: model<KeyDocument>('IdempotencyKey', key),
  };
}

export type Models = ReturnType<typeof modelsOf>;
