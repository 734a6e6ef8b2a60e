import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { randomUUID } from 'node:crypto';
import {
  fireAt,
  type CalendarEvent,
  type CalendarEventId,
  type DueReminders,
  type Reminder,
} from '../../reminders/reminders.js';
import type { ReminderStore } from '../../reminders/reminder-store.js';
import { driverCollection } from './mongo-driver-collection.js';
import { isDuplicate, unlessThere } from './mongo-duplicates.js';
import { objectId } from './mongo-notifications.js';
import { CalendarEventDocument, ReminderDocument } from './schemas/mongo-reminder.schema.js';

/** Most people of one claim: they become one creation. */
const CLAIM = 1000;

type Write = mongo.AnyBulkWriteOperation<ReminderDocument>;

@Injectable()
export class MongoReminderStore implements ReminderStore {
  constructor(
    @InjectModel(CalendarEventDocument.name)
    private readonly calendarEvents: Model<CalendarEventDocument>,
    @InjectModel(ReminderDocument.name) private readonly reminders: Model<ReminderDocument>,
  ) {}

  async takeEvent(event: CalendarEvent): Promise<boolean> {
    const { version, startsAt } = event;
    const isOlder = [{ version: { $lt: version } }, { version, applied: false }];
    try {
      await this.calendarEvents.updateOne(
        { _id: idOf(event), $or: isOlder },
        { $set: { version, applied: false, startsAt, body: event } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      // There is one, and it is not older.
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async replace(event: CalendarEvent, reminders: readonly Reminder[]): Promise<void> {
    const { version, startsAt } = event;
    const eventId = idOf(event);
    if ((await this.calendarEvents.findOne({ _id: eventId, version }).lean()) === null) return;
    const writes = reminders.map(({ id, person, fireAt: at, ownMinutes }): Write => ({
      updateOne: {
        // One that was sent or claimed, or is of newer news, clashes with the upsert, and stays. What is
        // written here after newer news is of an old version: it is taken back when it is claimed.
        filter: { _id: id, state: { $in: ['due', 'cancelled'] }, version: { $lte: version } },
        update: {
          $set: {
            eventId,
            version,
            user: objectId(person.user),
            userId: person.userId,
            userName: person.userName,
            startsAt,
            fireAt: at,
            state: 'due',
            ...(ownMinutes === undefined ? {} : { ownMinutes }),
          },
          $unset: { claimId: 1, ...(ownMinutes === undefined ? { ownMinutes: 1 } : {}) },
        },
        upsert: true,
      },
    }));
    if (writes.length > 0) {
      const collection = driverCollection(this.reminders);
      await unlessThere(collection.bulkWrite(writes, { ordered: false }));
    }
    // Those that are claimed stay so: a crash must not make them second reminders.
    await this.reminders.updateMany(
      { _id: { $in: reminders.map(({ id }) => id) }, state: 'claimed', version: { $lt: version } },
      { $set: { version } },
    );
    await this.reminders.updateMany(
      { eventId, version: { $lt: version }, state: { $in: ['due', 'claimed'] } },
      { $set: { state: 'cancelled' }, $unset: { claimId: 1 } },
    );
  }

  async applied(event: CalendarEvent): Promise<void> {
    await this.calendarEvents.updateOne(
      { _id: idOf(event), version: event.version },
      { $set: { applied: true } },
    );
  }

  async claim(now: Date, leaseUntil: Date): Promise<DueReminders | undefined> {
    const claimId = (await this.#left(now, leaseUntil)) ?? (await this.#due(now, leaseUntil));
    if (claimId === undefined) return undefined;
    const people = await this.reminders
      .find({ claimId, state: 'claimed' })
      .sort({ user: 1 })
      .lean<ReminderDocument[]>();
    const [first] = people;
    if (first === undefined) return undefined;
    const found = await this.calendarEvents.findById(first.eventId).lean();
    if (found === null) return undefined;
    return {
      claimId,
      event: found.body,
      applied: found.applied,
      version: first.version,
      people: people.map(({ user, userId, userName }) => ({
        user: user.toHexString(),
        userId,
        userName,
      })),
    };
  }

  /**
   * What a crash left claimed. One document of the claim is taken first: whoever gets it has them all,
   * and what another takes at the same time under the same claim leads to the same creation.
   */
  async #left(now: Date, leaseUntil: Date): Promise<string | undefined> {
    const found = await this.reminders
      .findOneAndUpdate({ state: 'claimed', leaseUntil: { $lte: now } }, { $set: { leaseUntil } })
      .lean<ReminderDocument>();
    if (found?.claimId === undefined) return undefined;
    const { claimId } = found;
    await this.reminders.updateMany({ claimId }, { $set: { leaseUntil } });
    return claimId;
  }

  async #due(now: Date, leaseUntil: Date): Promise<string | undefined> {
    const due = { state: 'due', fireAt: { $lte: now } } as const;
    const first = await this.reminders.findOne(due).sort({ fireAt: 1 }).lean<ReminderDocument>();
    if (first === null) return undefined;
    const { eventId, version } = first;
    const rows = await this.reminders
      .find({ ...due, eventId, version }, { _id: 1 })
      .limit(CLAIM)
      .lean<{ _id: string }[]>();
    const claimId = randomUUID();
    const { modifiedCount } = await this.reminders.updateMany(
      { _id: { $in: rows.map(({ _id }) => _id) }, state: 'due', version },
      { $set: { state: 'claimed', claimId, leaseUntil } },
    );
    return modifiedCount === 0 ? undefined : claimId;
  }

  async finish(claimId: string): Promise<void> {
    await this.reminders.updateMany({ claimId, state: 'claimed' }, { $set: { state: 'sent' } });
  }

  async cancel(claimId: string, version: number): Promise<void> {
    await this.reminders.updateMany(
      { claimId, state: 'claimed', version },
      { $set: { state: 'cancelled' }, $unset: { claimId: 1 } },
    );
  }

  async reschedule(user: string, minutes: number): Promise<void> {
    const found = await this.reminders
      .find({ user: objectId(user), state: 'due', ownMinutes: { $exists: false } })
      .lean<ReminderDocument[]>();
    if (found.length === 0) return;
    const writes = found.map(({ _id, version, startsAt }): Write => ({
      updateOne: {
        filter: { _id, version, state: 'due' },
        update: { $set: { fireAt: fireAt(startsAt, minutes) } },
      },
    }));
    await driverCollection(this.reminders).bulkWrite(writes, { ordered: false });
  }

  async sweep(before: Date): Promise<number> {
    const old = await this.calendarEvents
      .find({ startsAt: { $lt: before } }, { _id: 1 })
      .limit(1000)
      .lean<{ _id: string }[]>();
    if (old.length === 0) return 0;
    const ids = old.map(({ _id }) => _id);
    await this.reminders.deleteMany({ eventId: { $in: ids } });
    const { deletedCount } = await this.calendarEvents.deleteMany({ _id: { $in: ids } });
    return deletedCount;
  }
}

/** Of the document of an event, and `eventId` of its reminders. */
const idOf = ({ academyId, eventId }: CalendarEventId): string =>
  JSON.stringify([academyId, eventId]);
