import { Injectable } from '@nestjs/common';
import {
  DeadLetterStore,
  type DeadLetter,
  type DeadLettersQuery,
} from '../delivery/dead-letter-store.js';
import { Clock } from '@sextant/platform-runtime/clock';
import {
  UnusableEvent,
  ClassroomEvents,
  type IncomingEvent,
} from '../classroom-events/classroom-events.js';
import { readMailLetter, Mailings } from '../mail/mailings.js';
import { OPERATION_ERRORS } from './operation-errors.js';
import { readPushLetter } from '../push/push.js';
import { PushQueue } from '../push/push-queue.js';

/** Reads events that were buried. */
export abstract class BuriedEvents {
  /** @throws {UnusableEvent} */
  abstract read(letter: DeadLetter, nowMs: number): IncomingEvent;
}

export interface LettersPage {
  readonly letters: readonly DeadLetter[];
  readonly hasMore: boolean;
}

/**
 * Events that could not be used, and messages that no push service took: an operator looks at them, and uses
 * them again or throws them away.
 */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly deadLetters: DeadLetterStore,
    private readonly events: ClassroomEvents,
    private readonly pushes: PushQueue,
    private readonly mails: Mailings,
    private readonly buried: BuriedEvents,
    private readonly clock: Clock,
  ) {}

  async list({ limit, ...query }: DeadLettersQuery): Promise<LettersPage> {
    const found = await this.deadLetters.list({ ...query, limit: limit + 1 });
    return { letters: found.slice(0, limit), hasMore: found.length > limit };
  }

  /** @throws {Problem} `dead_letter_not_found` */
  async read(id: string): Promise<DeadLetter> {
    const letter = await this.deadLetters.find(id);
    if (letter === undefined) throw OPERATION_ERRORS.noDeadLetter();
    return letter;
  }

  /**
   * Uses the event as if it came now, once: what was used meanwhile changes nothing. The letter is
   * gone then; it stays when the event still cannot be used.
   *
   * @returns how many people are notified at once
   * @throws {Problem} `dead_letter_not_found`
   * @throws {UnusableEvent}
   */
  async replay(id: string): Promise<number> {
    const letter = await this.read(id);
    const notified = await this.#use(letter);
    await this.deadLetters.remove(id);
    return notified;
  }

  async #use(letter: DeadLetter): Promise<number> {
    const { events, pushes, mails, buried, clock } = this;
    const push = readPushLetter(letter.event);
    const mail = readMailLetter(letter.event);
    if (push !== undefined && !(await pushes.again(push))) {
      throw new UnusableEvent('The browser is not subscribed any more.');
    }
    if (mail !== undefined && !(await mails.again(mail))) {
      throw new UnusableEvent('The mail is not kept any more.');
    }
    if (push !== undefined || mail !== undefined) return 1;
    return events.use(buried.read(letter, clock.nowMs()));
  }

  /** @throws {Problem} `dead_letter_not_found` */
  async remove(id: string): Promise<void> {
    const isRemoved = await this.deadLetters.remove(id);
    if (!isRemoved) throw OPERATION_ERRORS.noDeadLetter();
  }
}
