import { Schema, type Connection, type Model } from 'mongoose';
import type {
  CalendarEventDocument,
  CalendarFeedDocument,
  ContactDocument,
  CreationDocument,
  DeadLetterDocument,
  DeliveryDocument,
  JobDocument,
  KeyDocument,
  MailItemDocument,
  NotificationDocument,
  PersonDocument,
  PreferenceDocument,
  RegistrationDocument,
  ReminderDocument,
  SchoolClassDocument,
  SecretDocument,
  SettingsDocument,
  StepDocument,
  SubscriptionDocument,
  SuppressionDocument,
  UsedEventDocument,
} from './mongo-documents.js';

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
    archivedAt: Date,
    snoozedUntil: Date,
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

notification.index(
  { snoozedUntil: 1 },
  {
    name: 'notification_snoozed',
    partialFilterExpression: { snoozedUntil: { $exists: true } },
  },
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
  {
    _id: text,
    host: text,
    subscription: anything,
    payload: text,
    attempts: Number,
    dueAt: day,
    classId: String,
    isUrgent: Boolean,
    reason: String,
  },
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

const mailItem = schema(
  {
    user: { type: id, required: true },
    bucket: text,
    mode: text,
    content: anything,
    dueAt: day,
    state: text,
    claimId: String,
    leaseUntil: Date,
    attempts: Number,
    doneAt: Date,
    sentTo: String,
  },
  'mailitems',
);
mailItem.index({ state: 1, dueAt: 1 }, { name: 'mail_item_due' });
mailItem.index({ user: 1, bucket: 1, state: 1 }, { name: 'mail_item_bucket' });
mailItem.index({ state: 1, leaseUntil: 1 }, { name: 'mail_item_lease' });
mailItem.index({ claimId: 1 }, { name: 'mail_item_claim' });
mailItem.index({ state: 1, doneAt: 1 }, { name: 'mail_item_done' });

const suppression = schema({ _id: text, reason: text, at: day }, 'mailsuppressions');
suppression.index({ at: -1, _id: 1 }, { name: 'mail_suppression_at' });

const step = schema(
  { _id: text, record: { type: id, required: true }, what: text, detail: String, at: day },
  'deliverysteps',
);
step.index({ record: 1, what: 1, detail: 1 }, { name: 'delivery_step_record' });
step.index({ at: 1 }, { name: 'delivery_step_at' });

const schoolClass = schema(
  {
    _id: text,
    academyId: text,
    classId: text,
    year: String,
    version: Number,
    students: { type: anything },
    teachers: { type: anything },
  },
  'schoolclasses',
);
schoolClass.index({ academyId: 1, year: 1 }, { name: 'school_class_year' });

const people = schema({ userId: text, userName: text, academyId: text, updatedAt: day }, 'people');
people.index({ academyId: 1, _id: 1 }, { name: 'person_academy' });

const job = schema(
  {
    _id: text,
    key: text,
    academyId: text,
    sender: { type: anything },
    message: { type: anything },
    state: text,
    creations: { type: anything },
    reached: text,
    recipients: Number,
    createdAt: day,
    updatedAt: day,
    leaseUntil: day,
  },
  'audiencejobs',
);
job.index({ key: 1 }, { name: 'audience_job_key', unique: true });
job.index({ state: 1, leaseUntil: 1 }, { name: 'audience_job_due' });
job.index({ 'sender.user': 1, academyId: 1, createdAt: -1 }, { name: 'audience_job_sender' });
job.index({ state: 1, updatedAt: 1 }, { name: 'audience_job_ended' });

const feed = schema({ academyId: text, digest: text, createdAt: day }, 'calendarfeeds');
feed.index({ digest: 1 }, { name: 'calendar_feed_digest', unique: true });

/** The collections of one connection. */
export function modelsOf(connection: Connection) {
  const model = <Document>(name: string, of: Schema): Model<Document> =>
    connection.model(name, of) as unknown as Model<Document>;
  return {
    notifications: model<NotificationDocument>('Notification', notification),
    creations: model<CreationDocument>('Creation', creation),
    settings: model<SettingsDocument>('Settings', settings),
    people: model<PersonDocument>('Person', people),
    classes: model<SchoolClassDocument>('SchoolClass', schoolClass),
    feeds: model<CalendarFeedDocument>('CalendarFeed', feed),
    jobs: model<JobDocument>('AudienceJob', job),
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
    preferences: model<PreferenceDocument>('Preference', schema({ body: anything }, 'preferences')),
    contacts: model<ContactDocument>(
      'Contact',
      schema(
        { email: String, locale: String, timeZone: String, isDeactivated: Boolean, changedAt: day },
        'contacts',
      ),
    ),
    mailItems: model<MailItemDocument>('MailItem', mailItem),
    suppressions: model<SuppressionDocument>('MailSuppression', suppression),
    steps: model<StepDocument>('DeliveryStep', step),
    keys: model<KeyDocument>('IdempotencyKey', key),
  };
}
