import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { lastRecordId } from '../../access/object-id.js';
import type { TrailCounts, TrailStep, TrailStepName } from '../../delivery/trail.js';
import type { TrailPage, TrailStore } from '../../delivery/trail-store.js';
import { StepDocument } from './schemas/mongo-trail.schema.js';
import { driverCollection } from './mongo-driver-collection.js';
import { unlessThere } from './mongo-duplicates.js';
import { objectId } from './mongo-notifications.js';

const SWEEP = 10_000;

@Injectable()
export class MongoTrailStore implements TrailStore {
  constructor(@InjectModel(StepDocument.name) private readonly model: Model<StepDocument>) {}

  async add(steps: readonly TrailStep[]): Promise<void> {
    if (steps.length === 0) return;
    const documents = steps.map(({ record, what, detail, at }) => ({
      _id: `${record} ${what} ${detail}`,
      record: objectId(record),
      ...{ what, detail, at },
    }));
    await unlessThere(driverCollection(this.model).insertMany(documents, { ordered: false }));
  }

  async of(creationId: string, { limit, after }: TrailPage): Promise<readonly TrailStep[]> {
    const found = await this.model
      .find({ $and: [rangeOf(creationId), after === undefined ? {} : afterStep(after)] })
      .sort({ record: 1, what: 1, detail: 1 })
      .limit(limit)
      .lean<StepDocument[]>();
    return found.map(({ record, what, at, detail }) => ({
      record: record.toHexString(),
      what,
      at,
      detail,
    }));
  }

  async counts(creationIds: readonly string[]): Promise<TrailCounts> {
    if (creationIds.length === 0) return {};
    const found = await this.model.aggregate<{ _id: TrailStepName; count: number }>([
      { $match: { $or: creationIds.map(rangeOf) } },
      { $group: { _id: { what: '$what', record: '$record' } } },
      { $group: { _id: '$_id.what', count: { $sum: 1 } } },
    ]);
    return Object.fromEntries(found.map(({ _id, count }) => [_id, count]));
  }

  async countsBetween(from: Date, until: Date): Promise<TrailCounts> {
    const found = await this.model.aggregate<{ _id: TrailStepName; count: number }>([
      { $match: { at: { $gte: from, $lt: until } } },
      { $group: { _id: '$what', count: { $sum: 1 } } },
    ]);
    return Object.fromEntries(found.map(({ _id, count }) => [_id, count]));
  }

  async sweep(before: Date): Promise<number> {
    const found = await this.model
      .find({ at: { $lt: before } }, { _id: 1 })
      .limit(SWEEP)
      .lean<Pick<StepDocument, '_id'>[]>();
    if (found.length === 0) return 0;
    const { deletedCount } = await this.model.deleteMany({
      _id: { $in: found.map(({ _id }) => _id) },
    });
    return deletedCount;
  }
}

const rangeOf = (creationId: string) => ({
  record: { $gt: objectId(creationId), $lte: objectId(lastRecordId(creationId)) },
});

const afterStep = ({ record, what, detail }: NonNullable<TrailPage['after']>) => ({
  $or: [
    { record: { $gt: objectId(record) } },
    { record: objectId(record), what: { $gt: what as TrailStepName } },
    { record: objectId(record), what: what as TrailStepName, detail: { $gt: detail } },
  ],
});
