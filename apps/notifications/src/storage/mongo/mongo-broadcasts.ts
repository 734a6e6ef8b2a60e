import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type {
  Audience,
  Broadcast,
  BroadcastMessage,
  BroadcastState,
  SchoolClass,
} from '../../broadcasts/broadcast.js';
import type {
  ClaimedBroadcast,
  BroadcastQuota,
  BroadcastsQuery,
  BroadcastStore,
  PartDone,
} from '../../broadcasts/broadcast-store.js';
import type {
  ClassStore,
  ClassesQuery,
  MembersQuery,
  NamedClass,
} from '../../broadcasts/class-store.js';
import type { Person } from '../../access/person.js';
import { JobDocument, SchoolClassDocument } from './schemas/mongo-broadcast.schema.js';
import { PersonDocument } from './schemas/mongo-people.schema.js';
import { driverCollection } from './mongo-driver-collection.js';
import { isDuplicate } from './mongo-duplicates.js';
import { objectId } from './mongo-notifications.js';

/** A class is one document with its people: it changes at once, or not at all. */
@Injectable()
export class MongoClassStore implements ClassStore {
  constructor(
    @InjectModel(SchoolClassDocument.name) private readonly model: Model<SchoolClassDocument>,
    @InjectModel(PersonDocument.name) private readonly people: Model<PersonDocument>,
  ) {}

  async takeClass(schoolClass: SchoolClass): Promise<boolean> {
    const { academyId, classId, version, year, students, teachers } = schoolClass;
    try {
      const { modifiedCount, upsertedCount } = await this.model.updateOne(
        { _id: idOf(academyId, classId), version: { $lt: version } },
        {
          $set: {
            ...{ academyId, classId, version },
            ...{ students: [...students], teachers: [...teachers] },
            ...(year === undefined ? {} : { year }),
          },
          ...(year === undefined ? { $unset: { year: 1 } } : {}),
        },
        { upsert: true },
      );
      return modifiedCount + upsertedCount > 0;
    } catch (error) {
      // What is there is not older.
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async teaches(user: string, academyId: string, classId: string): Promise<boolean> {
    const found = await this.model.exists({
      _id: idOf(academyId, classId),
      'teachers.user': user,
    });
    return found !== null;
  }

  async classes({ academyId, teacher, limit }: ClassesQuery): Promise<readonly NamedClass[]> {
    const found = await this.model
      .find(
        { academyId, ...(teacher === undefined ? {} : { 'teachers.user': teacher }) },
        { classId: 1, year: 1 },
      )
      .sort({ classId: 1 })
      .limit(limit)
      .lean<Pick<SchoolClassDocument, 'classId' | 'year'>[]>();
    return found.map(({ classId, year }) => ({ classId, ...(year === undefined ? {} : { year }) }));
  }

  async count(academyId: string, audience: Audience, without: string): Promise<number> {
    if (audience.kind === 'academy') {
      return this.people.countDocuments({ academyId, _id: { $ne: objectId(without) } });
    }
    const users = new Set<string>();
    for await (const { user } of this.#inClasses(academyId, audience)) users.add(user);
    users.delete(without);
    return users.size - (await this.#countElsewhere(academyId, [...users]));
  }

  /** Those of the users who are known to belong to another academy. */
  async #countElsewhere(academyId: string, users: readonly string[]): Promise<number> {
    let count = 0;
    for (let start = 0; start < users.length; start += USERS_AT_ONCE) {
      const some = users.slice(start, start + USERS_AT_ONCE).map(objectId);
      count += await this.people.countDocuments({
        ...{ _id: { $in: some }, academyId: { $ne: academyId } },
      });
    }
    return count;
  }

  async members(query: MembersQuery): Promise<readonly Person[]> {
    const { academyId, audience, after = '', limit } = query;
    if (audience.kind === 'academy') return this.#academy(query);
    let first = new Map<string, Person>();
    const keep = () => {
      const sorted = [...first].sort(([one], [other]) => (one < other ? -1 : 1));
      first = new Map(sorted.slice(0, limit));
    };
    for await (const person of this.#inClasses(academyId, audience)) {
      if (person.user > after) first.set(person.user, person);
      if (first.size > KEPT * limit) keep();
    }
    keep();
    return [...first.values()];
  }

  /** Class by class: all of a year may be more than fits. */
  async *#inClasses(academyId: string, audience: Audience): AsyncGenerator<Person> {
    const classes = this.model
      .find(
        audience.kind === 'class'
          ? { _id: idOf(academyId, audience.classId) }
          : { academyId, ...(audience.kind === 'year' ? { year: audience.year } : {}) },
      )
      .batchSize(CLASSES_AT_ONCE)
      .lean<SchoolClassDocument[]>()
      .cursor() as AsyncIterable<SchoolClassDocument>;
    for await (const { students, teachers } of classes) {
      yield* students;
      yield* teachers;
    }
  }

  async #academy({ academyId, after, limit }: MembersQuery): Promise<readonly Person[]> {
    const found = await this.people
      .find({ academyId, ...(after === undefined ? {} : { _id: { $gt: objectId(after) } }) })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<PersonDocument[]>();
    return found.map(({ _id, userId, userName }) => ({
      user: _id.toHexString(),
      userId,
      userName,
    }));
  }
}

const CLASSES_AT_ONCE = 4;
const USERS_AT_ONCE = 10_000;
/** So many times what is asked for is sorted at once. */
const KEPT = 8;

const idOf = (academyId: string, classId: string): string => JSON.stringify([academyId, classId]);

const OPEN = { $in: ['scheduled', 'running'] as const };
const SWEEP = 10_000;
const JOBS_AT_ONCE = 4;

@Injectable()
export class MongoBroadcastStore implements BroadcastStore {
  constructor(@InjectModel(JobDocument.name) private readonly model: Model<JobDocument>) {}

  /** Requests that come together may exceed the quota by as many as come together. */
  async add(
    { id, ...job }: Broadcast,
    { since, most }: BroadcastQuota,
  ): Promise<Broadcast | undefined> {
    const counted = {
      'sender.user': job.sender.user,
      $or: [{ createdAt: { $gt: since } }, { state: OPEN }],
    };
    if ((await this.model.countDocuments(counted)) >= most) {
      const known = await this.model.findOne({ key: job.key }).lean<JobDocument>();
      return known === null ? undefined : toJob(known);
    }
    const leaseUntil = job.message.sendAt;
    try {
      await driverCollection(this.model).insertOne({
        ...{ _id: id, ...job, creations: [...job.creations], leaseUntil },
      });
      return { id, ...job };
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const found = await this.model.findOne({ key: job.key }).lean<JobDocument>();
      if (found === null) throw error;
      return toJob(found);
    }
  }

  async find(id: string): Promise<Broadcast | undefined> {
    const found = await this.model.findById(id).lean<JobDocument>();
    return found === null ? undefined : toJob(found);
  }

  async list({
    user,
    academyId,
    limit,
    characters,
  }: BroadcastsQuery): Promise<readonly Broadcast[]> {
    const newest = this.model
      .find({ 'sender.user': user, academyId })
      .sort({ createdAt: -1, _id: 1 })
      .limit(limit)
      .batchSize(JOBS_AT_ONCE)
      .lean<JobDocument[]>()
      .cursor() as AsyncIterable<JobDocument>;
    const jobs: Broadcast[] = [];
    let left = characters;
    for await (const found of newest) {
      jobs.push(toJob(found));
      left -= JSON.stringify(found.message).length;
      if (left <= 0) break;
    }
    return jobs;
  }

  async change(id: string, message: BroadcastMessage, now: Date): Promise<boolean> {
    const { matchedCount } = await this.model.updateOne(
      { _id: id, state: 'scheduled' },
      { $set: { message, leaseUntil: message.sendAt, updatedAt: now } },
    );
    return matchedCount > 0;
  }

  async cancel(id: string, now: Date): Promise<boolean> {
    const { matchedCount } = await this.model.updateOne(
      { _id: id, state: { $in: ['scheduled', 'cancelled'] } },
      { $set: { state: 'cancelled', updatedAt: now } },
    );
    return matchedCount > 0;
  }

  async claim(now: Date, leaseUntil: Date): Promise<Broadcast | undefined> {
    const found = await this.model
      .findOneAndUpdate(
        { state: OPEN, leaseUntil: { $lte: now } },
        { $set: { state: 'running', leaseUntil } },
        { returnDocument: 'after' },
      )
      .sort({ leaseUntil: 1 })
      .lean<JobDocument>();
    return found === null ? undefined : toJob(found);
  }

  /** A part that another has done meanwhile is not counted twice. */
  async advance(id: string, done: PartDone, now: Date): Promise<void> {
    await this.model.updateOne(
      { _id: id, creations: { $size: done.part } },
      {
        $push: { creations: done.creation },
        $inc: { recipients: done.recipients },
        $set: { leaseUntil: now, reached: done.reached },
      },
    );
  }

  done(claimed: ClaimedBroadcast, now: Date): Promise<void> {
    return this.#end(claimed, 'done', now);
  }

  refuse(claimed: ClaimedBroadcast, now: Date): Promise<void> {
    return this.#end(claimed, 'cancelled', now);
  }

  async #end(
    { id, leaseUntil }: ClaimedBroadcast,
    state: BroadcastState,
    now: Date,
  ): Promise<void> {
    await this.model.updateOne(
      { _id: id, state: 'running', leaseUntil },
      { $set: { state, updatedAt: now } },
    );
  }

  async sweep(before: Date): Promise<number> {
    const found = await this.model
      .find({ state: { $in: ['done', 'cancelled'] }, updatedAt: { $lt: before } }, { _id: 1 })
      .limit(SWEEP)
      .lean<Pick<JobDocument, '_id'>[]>();
    if (found.length === 0) return 0;
    const { deletedCount } = await this.model.deleteMany({
      _id: { $in: found.map(({ _id }) => _id) },
    });
    return deletedCount;
  }
}

const toJob = ({ _id, leaseUntil: _leaseUntil, ...job }: JobDocument): Broadcast => ({
  id: _id,
  ...job,
});
