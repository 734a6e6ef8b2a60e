import { Injectable } from '@nestjs/common';
import { StorageErrors } from '../database/storage-errors.js';
import { ClassStore } from '../broadcasts/class-store.js';
import { EventMemory } from './event-memory.js';
import { PeopleStore } from '../people/people-store.js';
import { Clock } from '@sextant/platform-runtime/clock';
import { AutoNotifier } from '../notifications/automatic/auto-notifier.js';
import type { SchoolClass } from '../broadcasts/broadcast.js';
import type { Content } from '../notifications/creation/creation.js';
import { eventKey } from '../notifications/creation/event-key.js';
import type { Person } from '../access/person.js';
import { Observer } from '../observability/observer.js';
import { ReminderService } from '../reminders/reminder-service.js';

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
export abstract class EventReader {
  /** @throws {UnusableEvent} for an unknown type and for data that breaks its schema */
  abstract read(event: IncomingEvent): ClassroomEvent;
}

/** Uses events of the classroom, each once: what comes again changes nothing. */
@Injectable()
export class ClassroomEvents {
  constructor(
    private readonly reader: EventReader,
    private readonly notifier: AutoNotifier,
    private readonly reminders: ReminderService,
    private readonly people: PeopleStore,
    private readonly events: EventMemory,
    private readonly audiences: ClassStore,
    private readonly clock: Clock,
    private readonly observer: Observer,
    private readonly errors: StorageErrors,
  ) {}

  /**
   * @returns how many people are notified at once; 0 when the event was used before
   * @throws {UnusableEvent} as `EventReader.read`
   */
  async use(incoming: IncomingEvent): Promise<number> {
    const { reader, errors, observer } = this;
    const event = reader.read(incoming);
    const notified = await this.#useOnce(incoming, event).catch((error: unknown) => {
      if (!errors.isPermanent(error)) throw error;
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
    const { clock } = this;
    const key = eventKey(incoming);
    if (await this.events.has(key)) return 0;
    const notified = await this.#apply(incoming, event, key);
    // Else its creation sees to that, before it is done.
    if (notified === 0) await this.events.remember(key, new Date(clock.nowMs()));
    return notified;
  }

  async #apply({ time }: IncomingEvent, event: ClassroomEvent, key: string): Promise<number> {
    const { notifier, reminders } = this;
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
        await this.people.register({ user, academyId, active, changedAt: time });
        return 0;
      }
      case 'class':
        await this.#takeClass(event.schoolClass, time);
        return 0;
      case 'people': {
        const { academyId, people } = event;
        await this.people.remember(
          people.map((person) => ({ ...person, academyId })),
          time,
        );
        return 0;
      }
    }
  }

  /** Who is in a class is of the academy. */
  async #takeClass(schoolClass: SchoolClass, time: Date): Promise<void> {
    const { people, audiences } = this;
    const { academyId, students, teachers } = schoolClass;
    const all = [...students, ...teachers].map((person) => ({ ...person, academyId }));
    if (all.length > 0) await people.remember(all, time);
    await audiences.takeClass(schoolClass);
  }
}
