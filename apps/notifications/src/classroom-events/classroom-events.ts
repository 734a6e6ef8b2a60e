import type { ClassStore } from '../broadcasts/class-store.js';
import type { EventMemory } from './event-memory.js';
import type { PeopleStore } from '../people/people-store.js';
import type { Clock } from '@sextant/platform-clock';
import type { AutoNotifier } from '../notifications/automatic/auto-notifier.js';
import type { SchoolClass } from '../broadcasts/broadcast.js';
import type { Content } from '../notifications/creation.js';
import { eventKey } from '../notifications/event-key.js';
import type { Person } from '../access/person.js';
import type { Observer } from '../observability/observer.js';
import type { ReminderService } from '../reminders/reminder-service.js';

/** A CloudEvent as it came, by Kafka or HTTP. */
export interface IncomingEvent {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly time: Date;
  readonly data: unknown;
}

/** Events that become notifications: data of `contract/schemas.ts`, checked. */
export interface NotifyingEvent {
  readonly kind: 'notify';
  readonly academyId: string;
  readonly recipients: readonly Person[];
  readonly classId?: string;
  readonly isUrgent?: true;
  readonly content: Content;
}

export type ClassroomEvent =
  | NotifyingEvent
  | {
      readonly kind: 'calendar';
      readonly event: Parameters<ReminderService['apply']>[0];
    }
  | {
      readonly kind: 'registration';
      readonly user: string;
      readonly academyId: string;
      readonly active: boolean;
    }
  | { readonly kind: 'class'; readonly schoolClass: SchoolClass }
  | { readonly kind: 'people'; readonly academyId: string; readonly people: readonly Person[] };

/** An event that no try will make usable; the reason is for those who published it. */
export class UnusableEvent extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'UnusableEvent';
  }
}

/** Reads an event's data by its type. */
export interface EventReader {
  /** @throws {UnusableEvent} for an unknown type and for data that breaks its schema */
  read(event: IncomingEvent): ClassroomEvent;
}

export interface ClassroomEventsUses {
  readonly reader: EventReader;
  readonly notifier: Pick<AutoNotifier, 'notify'>;
  readonly reminders: Pick<ReminderService, 'apply'>;
  readonly people: PeopleStore;
  readonly events: EventMemory;
  readonly audiences: ClassStore;
  readonly clock: Clock;
  readonly observer: Observer;
  /** Whether the storage refused what it was given, and always will: no outage. */
  readonly isPermanentFailure: (error: unknown) => boolean;
}

/** Uses events of the classroom, each once: what comes again changes nothing. */
export class ClassroomEvents {
  constructor(private readonly uses: ClassroomEventsUses) {}

  /**
   * @returns how many people are notified at once; 0 when the event was used before
   * @throws {UnusableEvent} as `EventReader.read`
   */
  async use(incoming: IncomingEvent): Promise<number> {
    const { reader, isPermanentFailure, observer } = this.uses;
    const event = reader.read(incoming);
    const notified = await this.#useOnce(incoming, event).catch((error: unknown) => {
      if (!isPermanentFailure(error)) throw error;
      // Tried for ever it would keep all others waiting.
      throw new UnusableEvent('The event cannot be stored.', { cause: error });
    });
    observer.event(incoming.type, 'used');
    return notified;
  }

  /**
   * Interrupted in the middle it is begun again, which changes nothing: its creation is known by the
   * same key, and other news by its version or time.
   */
  async #useOnce(incoming: IncomingEvent, event: ClassroomEvent): Promise<number> {
    const { clock } = this.uses;
    const key = eventKey(incoming);
    if (await this.uses.events.has(key)) return 0;
    const notified = await this.#apply(incoming, event, key);
    // Else its creation sees to that, before it is done.
    if (notified === 0) await this.uses.events.remember(key, new Date(clock.nowMs()));
    return notified;
  }

  async #apply({ time }: IncomingEvent, event: ClassroomEvent, key: string): Promise<number> {
    const { notifier, reminders } = this.uses;
    switch (event.kind) {
      case 'notify': {
        const { academyId, recipients, content, classId, isUrgent } = event;
        return notifier.notify({
          ...{ key, academyId, recipients, content },
          ...(classId === undefined ? {} : { classId }),
          ...(isUrgent === undefined ? {} : { isUrgent }),
        });
      }
      case 'calendar':
        await reminders.apply(event.event);
        return 0;
      case 'registration': {
        const { user, academyId, active } = event;
        await this.uses.people.register({ user, academyId, active, changedAt: time });
        return 0;
      }
      case 'class':
        await this.#takeClass(event.schoolClass, time);
        return 0;
      case 'people': {
        const { academyId, people } = event;
        await this.uses.people.remember(
          people.map((person) => ({ ...person, academyId })),
          time,
        );
        return 0;
      }
    }
  }

  /** Who is in a class is of the academy. */
  async #takeClass(schoolClass: SchoolClass, time: Date): Promise<void> {
    const { people, audiences } = this.uses;
    const { academyId, students, teachers } = schoolClass;
    const all = [...students, ...teachers].map((person) => ({ ...person, academyId }));
    if (all.length > 0) await people.remember(all, time);
    await audiences.takeClass(schoolClass);
  }
}
