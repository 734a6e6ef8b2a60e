import { Injectable } from '@nestjs/common';
import { TrailStore } from '../delivery/trail-store.js';
import { DeadLetterStore, type DeadLettersFilter } from '../delivery/dead-letter-store.js';
import { MailStore } from '../mail/mail-store.js';
import { PushStore, type PushesFilter, type WaitingPush } from '../push/push-store.js';
import { CreationLog } from '../notifications/creation/creation-log.js';
import { Clock } from '@sextant/platform-runtime/clock';
import { Problem } from '@sextant/platform-http/errors';
import { creationIdOf, isObjectId, recordId } from '../access/object-id.js';
import { UnusableEvent } from '../classroom-events/classroom-events.js';
import type { StoredCreation } from '../notifications/creation/creation.js';
import { DeadLetters } from './dead-letters.js';
import type { Person } from '../access/person.js';
import { ACCESS_ERRORS } from '../access/access-errors.js';
import { OPERATION_ERRORS } from './operation-errors.js';
import { PushQueue } from '../push/push-queue.js';
import type { TrailCounts, TrailStep } from '../delivery/trail.js';

export interface Queue {
  readonly waiting: number;
  /** How long the first has been due. */
  readonly overdueSeconds: number;
}

export interface Overview {
  readonly creations: number;
  readonly pushes: Queue;
  readonly mails: Queue;
  readonly deadLetters: number;
  /** Of the last hour, the oldest first. */
  readonly rates: readonly RateSlot[];
}

export interface RateSlot {
  readonly from: Date;
  readonly counts: TrailCounts;
}

export interface RecipientTrail {
  readonly record: string;
  /** Absent when the creation itself has been forgotten. */
  readonly recipient?: Person;
  readonly steps: readonly Omit<TrailStep, 'record'>[];
}

export interface Trail {
  readonly creation: string;
  /** Absent when the creation itself has been forgotten. */
  readonly created?: {
    readonly at: Date;
    readonly academyId: string;
    readonly title: string;
    /** Whether every signal is out, and every push and mail is queued. */
    readonly isSignalled: boolean;
    readonly recipients: number;
  };
  readonly counts: TrailCounts;
  readonly recipients: readonly RecipientTrail[];
  /** Whether there are more. */
  readonly hasMore: boolean;
}

export interface TrailQuery {
  readonly offset: number;
  readonly limit: number;
}

export interface BulkReplay {
  readonly replayed: number;
  readonly failed: number;
}

const SLOTS = 12;
const SLOT_MS = 300_000;
const AT_ONCE = 1000;
/** Steps of a recipient: some browsers, some mails. */
const STEPS_OF_ONE = 50;

/** What operators see of the deliveries, and what they do about those that are stuck. */
@Injectable()
export class Operations {
  constructor(
    private readonly creations: CreationLog,
    private readonly push: PushStore,
    private readonly mail: MailStore,
    private readonly deadLetters: DeadLetterStore,
    private readonly steps: TrailStore,
    private readonly letters: DeadLetters,
    private readonly pushes: PushQueue,
    private readonly clock: Clock,
  ) {}

  async overview(): Promise<Overview> {
    const { clock } = this;
    const nowMs = clock.nowMs();
    const [pushes, mails] = [await this.push.backlog(), await this.mail.backlog(new Date(nowMs))];
    const overdue = (firstDueAt: Date | undefined) =>
      firstDueAt === undefined ? 0 : Math.max(0, nowMs - firstDueAt.getTime()) / 1000;
    return {
      creations: await this.creations.pending(),
      pushes: { waiting: pushes.count, overdueSeconds: overdue(pushes.firstDueAt) },
      mails: { waiting: mails.count, overdueSeconds: overdue(mails.firstDueAt) },
      deadLetters: await this.deadLetters.count(),
      rates: await this.#rates(nowMs),
    };
  }

  async #rates(nowMs: number): Promise<readonly RateSlot[]> {
    const endMs = Math.ceil(nowMs / SLOT_MS) * SLOT_MS;
    const slots: RateSlot[] = [];
    for (let left = SLOTS; left > 0; left -= 1) {
      const from = new Date(endMs - left * SLOT_MS);
      const until = new Date(from.getTime() + SLOT_MS);
      slots.push({ from, counts: await this.steps.countsBetween(from, until) });
    }
    return slots;
  }

  /** Those that no push service has yet, the one that is due first at first. */
  waitingPushes(filter: PushesFilter): Promise<readonly WaitingPush[]> {
    return this.push.waiting(filter);
  }

  /** @throws {Problem} `push_not_found` */
  async retryPush(id: string): Promise<void> {
    const { pushes, clock } = this;
    const isThere = await this.push.hasten(id, new Date(clock.nowMs()));
    if (!isThere) throw OPERATION_ERRORS.noPush();
    pushes.wake();
  }

  async dropPush(id: string): Promise<void> {
    await this.push.finish(id);
  }

  /** Uses dead letters again, the oldest first, 1,000 at most. */
  async replay(filter: DeadLettersFilter): Promise<BulkReplay> {
    const { letters } = this;
    const found = await this.deadLetters.list({ ...filter, limit: AT_ONCE });
    let failed = 0;
    let gone = 0;
    for (const { id } of found.toReversed()) {
      try {
        await letters.replay(id);
      } catch (error) {
        if (isGone(error)) gone += 1;
        // What cannot be used stays where it is.
        else if (error instanceof UnusableEvent) failed += 1;
        else throw error;
      }
    }
    return { replayed: found.length - failed - gone, failed };
  }

  /**
   * What became of a notification, recipient by recipient.
   *
   * @param id of any of its records
   * @param academyId whose notifications may be seen; all if absent
   * @throws {Problem} `notification_not_found`
   */
  async trail(id: string, academyId: string | undefined, query: TrailQuery): Promise<Trail> {
    if (!isObjectId(id)) throw ACCESS_ERRORS.notFound();
    const creation = creationIdOf(id.toLowerCase());

    const found = await this.creations.find(creation);
    const counts = await this.steps.counts([creation]);
    const isHidden = academyId !== undefined && found?.academyId !== academyId;
    const isNone = found === undefined && Object.keys(counts).length === 0;
    if (isHidden || isNone) throw ACCESS_ERRORS.notFound();
    return {
      creation,
      ...(found === undefined ? {} : { created: createdOf(found) }),
      counts,
      ...(await this.#recipients(creation, found, query)),
    };
  }

  async #recipients(creation: string, found: StoredCreation | undefined, query: TrailQuery) {
    const { offset, limit } = query;
    const first = recordId(creation, offset);
    const steps = await this.steps.of(creation, {
      limit: (limit + 1) * STEPS_OF_ONE,
      // Nothing of the record before comes after this.
      after: { record: first, what: '\uffff', detail: '' },
    });
    const byRecord = Map.groupBy(steps, ({ record }) => record);
    const records =
      found === undefined
        ? [...byRecord.keys()]
        : found.recipients
            .slice(offset, offset + limit + 1)
            .map((_person, index) => recordId(creation, offset + index + 1));
    const recipients = records.slice(0, limit).map((record, index): RecipientTrail => {
      const person = found?.recipients[offset + index];
      return {
        record,
        ...(person === undefined ? {} : { recipient: nameOf(person) }),
        steps: (byRecord.get(record) ?? []).map(({ record: _record, ...step }) => step),
      };
    });
    return { recipients, hasMore: records.length > limit };
  }
}

/** Another operator was quicker. */
const isGone = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'dead_letter_not_found';

const nameOf = ({ user, userId, userName }: Person): Person => ({ user, userId, userName });

const createdOf = ({ createdAt, academyId, content, state, recipients }: StoredCreation) => ({
  at: createdAt,
  academyId,
  title: content.title,
  isSignalled: state === 'done',
  recipients: recipients.length,
});
