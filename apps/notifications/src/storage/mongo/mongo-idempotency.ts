import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type {
  IdempotencyEntry,
  IdempotencyStore,
  StartedEntry,
} from '@sextant/platform-data/idempotency';
import type { Model } from 'mongoose';
import { isDuplicate } from './mongo-duplicates.js';
import { KeyDocument } from './schemas/mongo-idempotency.schema.js';

@Injectable()
export class MongoIdempotency implements IdempotencyStore {
  constructor(@InjectModel(KeyDocument.name) private readonly model: Model<KeyDocument>) {}

  async begin(entry: StartedEntry, now: Date): Promise<IdempotencyEntry | undefined> {
    const { scope, key, fingerprint, lockedUntil, expiresAt } = entry;
    const isLeft = { result: { $exists: false }, lockedUntil: { $lte: now }, fingerprint };
    try {
      await this.model.updateOne(
        { _id: idOf(scope, key), $or: [{ expiresAt: { $lte: now } }, isLeft] },
        { $set: { fingerprint, lockedUntil, expiresAt }, $unset: { result: 1 } },
        { upsert: true },
      );
      return undefined;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    const found = await this.model.findById(idOf(scope, key)).lean<KeyDocument>();
    if (found?.result === undefined) return { fingerprint: found?.fingerprint ?? fingerprint };
    return { fingerprint: found.fingerprint, result: found.result.value };
  }

  async complete(scope: string, key: string, result: unknown): Promise<void> {
    await this.model.updateOne({ _id: idOf(scope, key) }, { $set: { result: { value: result } } });
  }

  async release(scope: string, key: string): Promise<void> {
    await this.model.deleteOne({ _id: idOf(scope, key), result: { $exists: false } });
  }

  async sweep(now: Date): Promise<number> {
    const { deletedCount } = await this.model.deleteMany({ expiresAt: { $lte: now } });
    return deletedCount;
  }
}

const idOf = (scope: string, key: string): string => JSON.stringify([scope, key]);
