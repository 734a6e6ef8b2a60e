import { Injectable } from '@nestjs/common';
import { MongoModels } from './mongo-models.js';
import { randomUUID } from 'node:crypto';
import { addressKey, type ClaimedMail, type MailItem, type Suppression } from '../../mail/mail.js';
import { type MailBacklog, type MailStore } from '../../mail/mail-store.js';
import type { MailItemDocument, SuppressionDocument } from './mongo-documents.js';
import { unlessThere } from './mongo-duplicates.js';
import { objectId } from './mongo-notifications.js';

/** Most notifications of one mail. */
const CLAIM = 1000;
const SWEEP = 10_000;
const LISTED = 1000;

@Injectable()
export class MongoMailStore implements MailStore {
  constructor(private readonly models: MongoModels) {}

  async queue(items: readonly MailItem[]): Promise<void> {
    if (items.length === 0) return;
    const documents = items.map(({ id, user, ...item }) => ({
      _id: objectId(id),
      user: objectId(user),
      ...item,
      state: 'due' as const,
      attempts: 0,
    }));
    await unlessThere(this.models.mailItems.collection.insertMany(documents, { ordered: false }));
  }

  async claim(now: Date, leaseUntil: Date): Promise<ClaimedMail | undefined> {
    const claimId = (await this.#left(now, leaseUntil)) ?? (await this.#due(now, leaseUntil));
    if (claimId === undefined) return undefined;
    const found = await this.models.mailItems
      .find({ claimId, state: 'claimed' })
      .sort({ _id: 1 })
      .lean<MailItemDocument[]>();
    const [first] = found;
    if (first === undefined) return undefined;
    return {
      claimId,
      user: first.user.toHexString(),
      attempts: first.attempts,
      items: found.map(({ _id, user, bucket, mode, content, dueAt }) => ({
        ...{ id: _id.toHexString(), user: user.toHexString() },
        ...{ bucket, mode, content, dueAt },
      })),
    };
  }

  /** What a crash left claimed; who changes one document of the claim has them all. */
  async #left(now: Date, leaseUntil: Date): Promise<string | undefined> {
    const found = await this.models.mailItems
      .findOneAndUpdate({ state: 'claimed', leaseUntil: { $lte: now } }, { $set: { leaseUntil } })
      .sort({ leaseUntil: 1 })
      .lean<MailItemDocument>();
    if (found?.claimId === undefined) return undefined;
    await this.models.mailItems.updateMany(
      { claimId: found.claimId, state: 'claimed' },
      { $set: { leaseUntil } },
    );
    return found.claimId;
  }

  async #due(now: Date, leaseUntil: Date): Promise<string | undefined> {
    const due = { state: 'due', dueAt: { $lte: now } } as const;
    const first = await this.models.mailItems
      .findOne(due)
      .sort({ dueAt: 1 })
      .lean<MailItemDocument>();
    if (first === null) return undefined;
    const rows = await this.models.mailItems
      .find({ ...due, user: first.user, bucket: first.bucket }, { _id: 1 })
      .limit(CLAIM)
      .lean<Pick<MailItemDocument, '_id'>[]>();
    const claimId = randomUUID();
    const { modifiedCount } = await this.models.mailItems.updateMany(
      { _id: { $in: rows.map(({ _id }) => _id) }, state: 'due' },
      { $set: { state: 'claimed', claimId, leaseUntil } },
    );
    return modifiedCount === 0 ? undefined : claimId;
  }

  async finish(claimId: string, at: Date, sentTo?: string): Promise<void> {
    const done = {
      state: 'done' as const,
      doneAt: at,
      ...(sentTo === undefined ? {} : { sentTo }),
    };
    await this.models.mailItems.updateMany({ claimId }, { $set: done });
  }

  async giveUp(
    { claimId, attempts }: Pick<ClaimedMail, 'claimId' | 'attempts'>,
    at: Date,
  ): Promise<void> {
    const done = { state: 'done' as const, doneAt: at };
    await this.models.mailItems.updateMany({ claimId, attempts }, { $set: done });
  }

  async wasSent(claimId: string, sentTo: string): Promise<boolean> {
    return (await this.models.mailItems.exists({ claimId, sentTo })) !== null;
  }

  async retry(claimId: string, at: Date): Promise<boolean> {
    const { matchedCount } = await this.models.mailItems.updateMany(
      { claimId },
      { $set: { state: 'claimed', leaseUntil: at }, $inc: { attempts: 1 } },
    );
    return matchedCount > 0;
  }

  async renew(claimId: string, leaseUntil: Date): Promise<void> {
    await this.models.mailItems.updateMany({ claimId, state: 'claimed' }, { $set: { leaseUntil } });
  }

  async backlog(now: Date): Promise<MailBacklog> {
    const due = { state: 'due', dueAt: { $lte: now } } as const;
    const waiting = { $or: [due, { state: 'claimed' as const }] };
    const count = await this.models.mailItems.countDocuments(waiting);
    const first = await this.models.mailItems
      .findOne(waiting, { dueAt: 1 })
      .sort({ dueAt: 1 })
      .lean<{ dueAt: Date }>();
    return { count, ...(first === null ? {} : { firstDueAt: first.dueAt }) };
  }

  async suppress({ address, reason, at }: Suppression): Promise<void> {
    const kept = { $set: { reason, at } };
    await this.models.suppressions.updateOne({ _id: addressKey(address) }, kept, { upsert: true });
  }

  async allow(address: string): Promise<boolean> {
    const { deletedCount } = await this.models.suppressions.deleteOne({ _id: addressKey(address) });
    return deletedCount > 0;
  }

  async suppressed(address: string): Promise<Suppression | undefined> {
    const found = await this.models.suppressions
      .findById(addressKey(address))
      .lean<SuppressionDocument>();
    return found === null ? undefined : toSuppression(found);
  }

  async suppressions(): Promise<readonly Suppression[]> {
    const found = await this.models.suppressions
      .find()
      .sort({ at: -1, _id: 1 })
      .limit(LISTED)
      .lean<SuppressionDocument[]>();
    return found.map(toSuppression);
  }

  async sweep(before: Date): Promise<number> {
    const found = await this.models.mailItems
      .find({ state: 'done', doneAt: { $lt: before } }, { _id: 1 })
      .limit(SWEEP)
      .lean<Pick<MailItemDocument, '_id'>[]>();
    if (found.length === 0) return 0;
    const { deletedCount } = await this.models.mailItems.deleteMany({
      _id: { $in: found.map(({ _id }) => _id) },
    });
    return deletedCount;
  }
}

const toSuppression = ({ _id, reason, at }: SuppressionDocument): Suppression => ({
  address: _id,
  reason,
  at,
});
