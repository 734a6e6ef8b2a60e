import { MAX_RECIPIENTS } from '../notifications/creation/creation.js';
import { LIMITS } from '../http/limits.js';
import type { NotificationType, RelatedType } from '../notifications/notification.js';
import { MAX_REMINDER_MINUTES } from '../settings/settings.js';

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });

const PERSON = {
  type: 'object',
  required: ['user', 'userId', 'userName'],
  properties: {
    user: { type: 'string', pattern: '^[0-9a-fA-F]{24}$', description: 'ObjectId' },
    userId: text(LIMITS.id),
    userName: text(LIMITS.id),
  },
} as const;

const AUDIENCE = {
  academyId: text(LIMITS.id),
  recipients: { type: 'array', minItems: 1, maxItems: MAX_RECIPIENTS, items: PERSON },
  title: text(LIMITS.title),
  description: text(LIMITS.description),
  category: text(LIMITS.category),
  entityId: text(LIMITS.id),
  classId: { ...text(LIMITS.id), description: 'The class that it is about: people may mute it.' },
  urgent: { type: 'boolean', default: false, description: 'Pushes do not wait for the morning.' },
  autoDeleteOnCheck: { type: 'boolean', default: true },
} as const;

interface Kind {
  readonly notificationType: NotificationType;
  readonly related: RelatedType;
  readonly description: string;
}

/** Events that become a notification at once (spec 2, part 2: the types and what they are about). */
export const NOTIFYING: Readonly<Record<string, Kind>> = {
  'enrollment.invited': {
    notificationType: 'classInvitation',
    related: 'enrollment',
    description: 'People are invited to a class.',
  },
  'enrollment.approved': {
    notificationType: 'classApproval',
    related: 'enrollment',
    description: 'Enrollments are approved.',
  },
  'enrollment.cancelled': {
    notificationType: 'classCancellation',
    related: 'enrollment',
    description: 'Enrollments or a class are cancelled.',
  },
  'enrollment.approvalCancelled': {
    notificationType: 'classApprovalCancel',
    related: 'enrollment',
    description: 'Approvals are taken back.',
  },
  'schedule.started': {
    notificationType: 'scheduleStart',
    related: 'syllabus',
    description: 'A schedule begins.',
  },
  'post.created': {
    notificationType: 'newPost',
    related: 'post',
    description: 'There is a new post.',
  },
  'reminder.requested': {
    notificationType: 'reminder',
    related: 'reminder',
    description: 'Someone wants people to be reminded now.',
  },
};

const CALENDAR_EVENT = {
  academyId: text(LIMITS.id),
  eventId: text(LIMITS.id),
  version: {
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Grows with every change of the event: older news is passed over.',
  },
  title: text(LIMITS.title),
  description: text(LIMITS.description),
  startsAt: { type: 'string', format: 'date-time' },
  attendees: { type: 'array', maxItems: MAX_RECIPIENTS, items: PERSON },
  reminderMinutes: {
    type: 'integer',
    minimum: 0,
    maximum: MAX_REMINDER_MINUTES,
    description: "The event's own; each user's eventReminderDefault if absent.",
  },
} as const;

const CALENDAR: Readonly<Record<string, string>> = {
  'calendar.event.created':
    'A calendar event is made. Its attendees are reminded before it begins.',
  'calendar.event.moved': 'It begins at another time, or its attendees or its text are others.',
  'calendar.event.cancelled': 'It does not take place: nobody is reminded.',
};

const PEOPLE: Readonly<Record<string, object>> = {
  'registration.changed': schemaOf(
    'registration.changed',
    "A teacher's registration at an academy begins or ends.",
    {
      user: PERSON.properties.user,
      academyId: text(LIMITS.id),
      active: { type: 'boolean' },
    },
    ['user', 'academyId', 'active'],
  ),
  'person.changed': schemaOf(
    'person.changed',
    'People of an academy, so that recipients can be told from strangers.',
    {
      academyId: text(LIMITS.id),
      people: { type: 'array', minItems: 1, maxItems: MAX_RECIPIENTS, items: PERSON },
    },
    ['academyId', 'people'],
  ),
};

const CLASS = schemaOf(
  'class.membership.changed',
  'Who is in a class now: all of it, each time. Messages to classes and years go by it.',
  {
    academyId: text(LIMITS.id),
    classId: text(LIMITS.id),
    year: { ...text(LIMITS.id), description: 'Such as a grade: of several classes.' },
    version: {
      ...CALENDAR_EVENT.version,
      description: 'Grows with every change of the class: older news is passed over.',
    },
    students: { type: 'array', maxItems: MAX_RECIPIENTS, items: PERSON },
    teachers: { type: 'array', maxItems: MAX_RECIPIENTS, items: PERSON },
  },
  ['academyId', 'classId', 'version', 'students', 'teachers'],
);

/** The data of each event on `classroom-events`, as JSON Schema (draft 2020-12), by event type. */
export const EVENT_SCHEMAS: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    Object.entries(NOTIFYING).map(([type, { description }]) => [
      type,
      schemaOf(type, description, AUDIENCE, ['academyId', 'recipients', 'title', 'entityId']),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(CALENDAR).map(([type, description]) => [
      type,
      schemaOf(type, description, CALENDAR_EVENT, [
        ...['academyId', 'eventId', 'version', 'title', 'startsAt'],
        ...(type === 'calendar.event.cancelled' ? [] : ['attendees']),
      ]),
    ]),
  ),
  ...PEOPLE,
  'class.membership.changed': CLASS,
};

/** Unknown members are allowed: publishers may know more than this service. */
function schemaOf(
  type: string,
  description: string,
  properties: object,
  required: readonly string[],
): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:sextant:notifications:schema:${type}:1`,
    title: type,
    description,
    type: 'object',
    required,
    properties,
  };
}
