import type { ModelDefinition } from '@nestjs/mongoose';
import {
  SchoolClassDocument,
  SchoolClassSchema,
  JobDocument,
  JobSchema,
} from './schemas/mongo-broadcast.schema.js';
import { CalendarFeedDocument, CalendarFeedSchema } from './schemas/mongo-calendar.schema.js';
import {
  UsedEventDocument,
  UsedEventSchema,
  DeadLetterDocument,
  DeadLetterSchema,
} from './schemas/mongo-event.schema.js';
import { KeyDocument, KeySchema } from './schemas/mongo-idempotency.schema.js';
import {
  MailItemDocument,
  MailItemSchema,
  SuppressionDocument,
  SuppressionSchema,
} from './schemas/mongo-mail.schema.js';
import {
  NotificationDocument,
  NotificationSchema,
  CreationDocument,
  CreationSchema,
} from './schemas/mongo-notification.schema.js';
import {
  PersonDocument,
  PersonSchema,
  RegistrationDocument,
  RegistrationSchema,
  ContactDocument,
  ContactSchema,
} from './schemas/mongo-people.schema.js';
import {
  SubscriptionDocument,
  SubscriptionSchema,
  DeliveryDocument,
  DeliverySchema,
} from './schemas/mongo-push.schema.js';
import {
  CalendarEventDocument,
  CalendarEventSchema,
  ReminderDocument,
  ReminderSchema,
} from './schemas/mongo-reminder.schema.js';
import { SecretDocument, SecretSchema } from './schemas/mongo-secret.schema.js';
import {
  SettingsDocument,
  SettingsSchema,
  PreferenceDocument,
  PreferenceSchema,
} from './schemas/mongo-settings.schema.js';
import { StepDocument, StepSchema } from './schemas/mongo-trail.schema.js';

/** Every collection, for the connection and for what is injected. */
export const COLLECTIONS: readonly ModelDefinition[] = [
  { name: SchoolClassDocument.name, schema: SchoolClassSchema },
  { name: JobDocument.name, schema: JobSchema },
  { name: CalendarFeedDocument.name, schema: CalendarFeedSchema },
  { name: UsedEventDocument.name, schema: UsedEventSchema },
  { name: DeadLetterDocument.name, schema: DeadLetterSchema },
  { name: KeyDocument.name, schema: KeySchema },
  { name: MailItemDocument.name, schema: MailItemSchema },
  { name: SuppressionDocument.name, schema: SuppressionSchema },
  { name: NotificationDocument.name, schema: NotificationSchema },
  { name: CreationDocument.name, schema: CreationSchema },
  { name: PersonDocument.name, schema: PersonSchema },
  { name: RegistrationDocument.name, schema: RegistrationSchema },
  { name: ContactDocument.name, schema: ContactSchema },
  { name: SubscriptionDocument.name, schema: SubscriptionSchema },
  { name: DeliveryDocument.name, schema: DeliverySchema },
  { name: CalendarEventDocument.name, schema: CalendarEventSchema },
  { name: ReminderDocument.name, schema: ReminderSchema },
  { name: SecretDocument.name, schema: SecretSchema },
  { name: SettingsDocument.name, schema: SettingsSchema },
  { name: PreferenceDocument.name, schema: PreferenceSchema },
  { name: StepDocument.name, schema: StepSchema },
];
