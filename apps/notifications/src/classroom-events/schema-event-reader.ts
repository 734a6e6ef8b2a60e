import { Injectable } from '@nestjs/common';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { EVENT_SCHEMAS, NOTIFYING } from './event-schemas.js';
import {
  UnusableEvent,
  type ClassroomEvent,
  type EventReader,
  type IncomingEvent,
} from './classroom-events.js';
import type { SchoolClass } from '../broadcasts/broadcast.js';
import { isTooMuch } from '../notifications/creation/creation.js';
import type { Person } from '../access/person.js';

interface AudienceData {
  readonly academyId: string;
  readonly recipients: readonly Person[];
  readonly title: string;
  readonly description?: string;
  readonly category?: string;
  readonly entityId: string;
  readonly autoDeleteOnCheck?: boolean;
  readonly classId?: string;
  readonly urgent?: boolean;
}

interface ClassData extends Omit<SchoolClass, 'students' | 'teachers'> {
  readonly students: readonly Person[];
  readonly teachers: readonly Person[];
}

interface CalendarData {
  readonly academyId: string;
  readonly eventId: string;
  readonly version: number;
  readonly title: string;
  readonly description?: string;
  readonly startsAt: string;
  readonly attendees?: readonly Person[];
  readonly reminderMinutes?: number;
}

/** In JSON text; after an even number of backslashes, as others are text that is spelt out. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Written so by `JSON.stringify` if alone, and only then. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/i;

/** Within what PostgreSQL and JavaScript can both tell. */
const MAX_YEAR_MS = Date.UTC(9999, 11, 31);

/** Reads events by their committed JSON Schemas. */
@Injectable()
export class SchemaEventReader implements EventReader {
  readonly #checks: ReadonlyMap<string, ValidateFunction>;

  constructor() {
    const ajv = new Ajv2020({ strict: false });
    (formats as unknown as (target: Ajv2020) => void)(ajv);
    this.#checks = new Map(
      Object.entries(EVENT_SCHEMAS).map(([type, schema]) => [type, ajv.compile(schema)]),
    );
  }

  read({ type, data }: IncomingEvent): ClassroomEvent {
    const check = this.#checks.get(type);
    if (check === undefined) throw new UnusableEvent(`The type ${type} is not known.`);
    if (!check(data)) {
      const [error] = check.errors ?? [];
      throw new UnusableEvent(`data${error?.instancePath ?? ''} ${error?.message ?? 'is wrong'}`);
    }
    // PostgreSQL stores no such character, and nobody means one.
    const json = jsonOf(data);
    if (NUL.test(json)) throw new UnusableEvent('data contains the character U+0000');
    if (LONE_SURROGATE.test(json)) throw new UnusableEvent('data contains half a surrogate pair');
    return toEvent(type, data);
  }
}

/** Members that nobody asked for are let through, however deep: every try to walk through them would end alike. */
function jsonOf(data: unknown): string {
  try {
    return JSON.stringify(data);
  } catch (cause) {
    throw new UnusableEvent('data is nested too deep', { cause });
  }
}

/** What has been checked against the type's schema. */
function toEvent(type: string, data: unknown): ClassroomEvent {
  const kind = NOTIFYING[type];
  if (kind !== undefined) return notifying(data as AudienceData, kind);
  if (type === 'registration.changed') {
    const { user, academyId, active } = data as {
      user: string;
      academyId: string;
      active: boolean;
    };
    return { kind: 'registration', user: user.toLowerCase(), academyId, active };
  }
  if (type === 'person.changed') {
    const { academyId, people } = data as { academyId: string; people: Person[] };
    return { kind: 'people', academyId, people: people.map(toPerson) };
  }
  if (type === 'class.membership.changed') return membership(data as ClassData);
  return calendar(data as CalendarData, type === 'calendar.event.cancelled');
}

/** Only the known members, in one spelling. */
const toPerson = ({ user, userId, userName }: Person): Person => ({
  user: user.toLowerCase(),
  userId,
  userName,
});

const membership = (data: ClassData): ClassroomEvent => ({
  kind: 'class',
  schoolClass: {
    academyId: data.academyId,
    classId: data.classId,
    ...(data.year === undefined ? {} : { year: data.year }),
    version: data.version,
    students: data.students.map(toPerson),
    teachers: data.teachers.map(toPerson),
  },
});

function notifying(
  {
    academyId,
    recipients,
    title,
    description,
    category,
    entityId,
    autoDeleteOnCheck,
    classId,
    urgent,
  }: AudienceData,
  { notificationType, related }: NonNullable<(typeof NOTIFYING)[string]>,
): ClassroomEvent {
  if (isTooMuch(recipients.length, description))
    throw new UnusableEvent('data/description is too long for so many recipients');
  return {
    kind: 'notify',
    academyId,
    recipients: recipients.map(toPerson),
    ...(classId === undefined ? {} : { classId }),
    ...(urgent === true ? { isUrgent: true as const } : {}),
    content: {
      title,
      ...(description === undefined ? {} : { description }),
      ...(category === undefined ? {} : { category }),
      notificationType,
      relatedEntity: { type: related, id: entityId },
      autoDeleteOnCheck: autoDeleteOnCheck ?? true,
    },
  };
}

function calendar(data: CalendarData, cancelled: boolean): ClassroomEvent {
  const { academyId, eventId, version, title, description, startsAt, reminderMinutes } = data;
  const attendees = new Map((data.attendees ?? []).map((one) => [one.user.toLowerCase(), one]));
  return {
    kind: 'calendar',
    event: {
      academyId,
      eventId,
      version,
      title,
      ...(description === undefined ? {} : { description }),
      startsAt: startOf(startsAt),
      cancelled,
      attendees: [...attendees.values()].map(toPerson),
      ...(reminderMinutes === undefined ? {} : { reminderMinutes }),
    },
  };
}

/** What the schema's format takes and a `Date` does not: leap seconds, offsets without minutes. */
function startOf(text: string): Date {
  const startsAt = new Date(text);
  const ms = startsAt.getTime();
  if (ms >= 0 && ms <= MAX_YEAR_MS) return startsAt;
  throw new UnusableEvent('data/startsAt must be a time from 1970 to 9999, without a leap second');
}
