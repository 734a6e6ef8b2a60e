import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EventMemory } from '../../classroom-events/event-memory.js';
import type {
  DeadLetter,
  DeadLetterStore,
  DeadLettersFilter,
  DeadLettersQuery,
} from '../../delivery/dead-letter-store.js';
import { containing } from './mongo-containing.js';
import { unlessThere } from './mongo-duplicates.js';
import { DeadLetterDocument, UsedEventDocument } from './schemas/mongo-event.schema.js';

const SWEEP = 10_000;
const LISTED_CHARACTERS = 4096;

@Injectable()
export class MongoEventMemory implements EventMemory {
  constructor(
    @InjectModel(UsedEventDocument.name) private readonly model: Model<UsedEventDocument>,
  ) {}

  async has(key: string): Promise<boolean> {
    return (await this.model.findById(key).lean()) !== null;
  }

  async remember(key: string, at: Date): Promise<void> {
    await unlessThere(this.model.create({ _id: key, usedAt: at }));
  }

  async sweep(before: Date): Promise<number> {
    return sweep(this.model, { usedAt: { $lt: before } });
  }
}

@Injectable()
export class MongoDeadLetterStore implements DeadLetterStore {
  constructor(
    @InjectModel(DeadLetterDocument.name) private readonly model: Model<DeadLetterDocument>,
  ) {}

  async bury({ id, at, reason, event }: DeadLetter): Promise<void> {
    const start = event.slice(0, LISTED_CHARACTERS);
    const letter = { $set: { at, reason }, $setOnInsert: { event, start } };
    await this.model.updateOne({ _id: id }, letter, { upsert: true });
  }

  async list({ limit, after, ...filter }: DeadLettersQuery): Promise<readonly DeadLetter[]> {
    const found = await this.model
      .find(
        { $and: [after === undefined ? {} : afterLetter(after), ...wordsOf(filter)] } as object,
        {
          event: 0,
        },
      )
      .sort({ at: -1, _id: 1 })
      .limit(limit)
      .lean<Omit<DeadLetterDocument, 'event'>[]>();
    return found.map(({ _id, at, reason, start = '' }) => ({ id: _id, at, reason, event: start }));
  }

  async find(id: string): Promise<DeadLetter | undefined> {
    const found = await this.model.findById(id).lean<DeadLetterDocument>();
    if (found === null) return undefined;
    const { at, reason, event } = found;
    return { id, at, reason, event };
  }

  async remove(id: string): Promise<boolean> {
    return (await this.model.deleteOne({ _id: id })).deletedCount > 0;
  }

  count(): Promise<number> {
    return this.model.countDocuments();
  }

  sweep(before: Date): Promise<number> {
    return sweep(this.model, { at: { $lt: before } });
  }
}

const afterLetter = (after: NonNullable<DeadLettersQuery['after']>) => ({
  $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $gt: after.id } }],
});

/** Persons and hosts stand at the beginning. */
const wordsOf = ({ user, host, reason }: DeadLettersFilter): object[] => [
  ...(user === undefined ? [] : [{ start: containing(`"user":"${user}"`) }]),
  ...(host === undefined ? [] : [{ start: containing(`"host":${JSON.stringify(host)}`) }]),
  ...(reason === undefined ? [] : [{ reason: containing(reason) }]),
];

async function sweep<Document>(model: Model<Document>, old: object): Promise<number> {
  const found = await model.find(old, { _id: 1 }).limit(SWEEP).lean<{ _id: string }[]>();
  const ids = found.map(({ _id }) => _id);
  if (ids.length === 0) return 0;
  return (await model.deleteMany({ _id: { $in: ids } } as object)).deletedCount;
}
