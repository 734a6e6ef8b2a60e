import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Creation, StoredCreation } from '../../notifications/creation/creation.js';
import { isEventKey } from '../../notifications/creation/event-key.js';
import { EventMemory } from '../../classroom-events/event-memory.js';
import type { CreationLog, FinishedCreation } from '../../notifications/creation/creation-log.js';
import { isDuplicate } from './mongo-duplicates.js';
import { objectId } from './mongo-notifications.js';
import { CreationDocument } from './schemas/mongo-notification.schema.js';

const PENDING = { $in: ['new', 'recorded'] as const };

@Injectable()
export class MongoCreationLog implements CreationLog {
  constructor(
    @InjectModel(CreationDocument.name) private readonly model: Model<CreationDocument>,
    private readonly events: EventMemory,
  ) {}

  async begin(creation: Creation, leaseUntil: Date): Promise<StoredCreation> {
    const { id, key, createdAt, ...body } = creation;
    try {
      await this.model.collection.insertOne({
        _id: objectId(id),
        key,
        state: 'new',
        body,
        createdAt,
        leaseUntil,
      });
      return { ...creation, state: 'new' };
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const found = await this.model.findOne({ key }).lean<CreationDocument>();
      // Another's id: a clash that must not lose this one.
      if (found === null) throw error;
      return toCreation(found);
    }
  }

  async find(id: string): Promise<StoredCreation | undefined> {
    const found = await this.model.findById(objectId(id)).lean<CreationDocument>();
    return found === null ? undefined : toCreation(found);
  }

  async recorded(id: string): Promise<void> {
    await this.model.updateOne(
      { _id: objectId(id), state: 'new' },
      { $set: { state: 'recorded' } },
    );
  }

  async done({ id, key, createdAt }: FinishedCreation): Promise<void> {
    if (isEventKey(key)) await this.events.remember(key, createdAt);
    await this.model.updateOne({ _id: objectId(id) }, { $set: { state: 'done' } });
  }

  async renew(id: string, leaseUntil: Date): Promise<void> {
    await this.model.updateOne({ _id: objectId(id), state: PENDING }, { $set: { leaseUntil } });
  }

  async claim(now: Date, leaseUntil: Date): Promise<StoredCreation | undefined> {
    const found = await this.model
      .findOneAndUpdate({ state: PENDING, leaseUntil: { $lte: now } }, { $set: { leaseUntil } })
      .sort({ leaseUntil: 1 })
      .lean<CreationDocument>();
    return found === null ? undefined : toCreation(found);
  }

  async pending(): Promise<number> {
    return this.model.countDocuments({ state: PENDING });
  }

  async sweep(before: Date): Promise<number> {
    const { deletedCount } = await this.model.deleteMany({
      state: 'done',
      createdAt: { $lt: before },
    });
    return deletedCount;
  }
}

const toCreation = ({ _id, key, state, body, createdAt }: CreationDocument): StoredCreation => ({
  ...body,
  id: _id.toHexString(),
  key,
  state,
  createdAt,
});
