import { createHash } from 'node:crypto';
import type { AutoNotifier } from './auto-notifier.js';
import type { Content } from './creation.js';
import type { Person } from './notification.js';
import type { Observer } from './observer.js';
import type { ReminderService } from './reminder-service.js';
import type { Storage } from './storage.js';

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
  readonly storage: Pick<Storage, 'people'>;
  readonly observer: Observer;
  /** Whether the storage refused what it was given, and always will: no outage. */
  readonly isHopeless: (error: unknown) => boolean;
}

/** Uses events of the classroom, each once: what comes again changes nothing. */
export class ClassroomEvents {
  constructor(private readonly uses: ClassroomEventsUses) {}

  /**
   * @returns how many people are notified at once
   * @throws {UnusableEvent} as `EventReader.read`
   */
  async use(incoming: IncomingEvent): Promise<number> {
    const event = this.uses.reader.read(incoming);
    const notified = await this.#apply(incoming, event).catch((error: unknown) => {
      if (!this.uses.isHopeless(error)) throw error;
      // Tried for ever it would keep all others waiting.
      throw new UnusableEvent('The event cannot be stored.', { cause: error });
    });
    this.uses.observer.event(incoming.type, 'used');
    return notified;
  }

  async #apply({ id, source, time }: IncomingEvent, event: ClassroomEvent): Promise<number> {
    const { notifier, reminders, storage } = this.uses;
    switch (event.kind) {
      case 'notify': {
        const { academyId, recipients, content } = event;
        // CloudEvents 1.0, "id": source and id together are unique.
        // Hashed: together they may be longer than an entry of an index.
        const hash = createHash('sha256')
          .update(JSON.stringify([source, id]))
          .digest('hex');
        const key = `event:${hash}`;
        return notifier.notify({ key, academyId, recipients, content });
      }
      case 'calendar':
        await reminders.apply(event.event);
        return 0;
      case 'registration': {
        const { user, academyId, active } = event;
        await storage.people.register({ user, academyId, active, changedAt: time });
        return 0;
      }
      case 'people': {
        const { academyId, people } = event;
        await storage.people.remember(
          people.map((person) => ({ ...person, academyId })),
          time,
        );
        return 0;
      }
    }
  }
}
