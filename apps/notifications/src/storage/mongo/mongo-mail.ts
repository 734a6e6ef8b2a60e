import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { randomUUID } from 'node:crypto';
import { addressKey, type ClaimedMail, type MailItem, type Suppression } from '../../mail/mail.js';
import { type MailBacklog, type MailStore } from '../../mail/mail-store.js';
import { MailItemDocument, SuppressionDocument } from './schemas/mongo-mail.schema.js';
import { unlessThere } from './mongo-duplicates.js';
import { objectId } from './mongo-notifications.js';

/** Most notifications of one mail. */
const CLAIM = 1000;
const SWEEP = 10_000;
const LISTED = 1000;

@Injectable()
export class MongoMailStore implements MailStore {
  constructor(
    @InjectModel(MailItemDocument.name) private readonly mailItems: Model<MailItemDocument>,
    @InjectModel(SuppressionDocument.name)
    private readonly addresses: Model<SuppressionDocument>,
  ) {}

  async queue(items: readonly MailItem[]): Promise<void> {
    if (items.length === 0) return;
    const documents = items.map(({ id, user, ...item }) => ({
      _id: objectId(id),
      user: objectId(user),
      ...item,
      state: 'due' as const,
      attempts: 0,
    }));
    await unlessThere(this.mailItems.collection.insertMany(documents, { ordered: false }));
  }

  async claim(now: Date, leaseUntil: Date): Promise<ClaimedMail | undefined> {
    const claimId = (await this.#left(now, leaseUntil)) ?? (await this.#due(now, leaseUntil));
    if (claimId === undefined) return undefined;
    const found = await this.mailItems
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
    const found = await this.mailItems
      .findOneAndUpdate({ state: 'claimed', leaseUntil: { $lte: now } }, { $set: { leaseUntil } })
      .sort({ leaseUntil: 1 })
      .lean<MailItemDocument>();
    if (found?.claimId === undefined) return undefined;
    await this.mailItems.updateMany(
      { claimId: found.claimId, state: 'claimed' },
      { $set: { leaseUntil } },
    );
    return found.claimId;
  }

  async #due(now: Date, leaseUntil: Date): Promise<string | undefined> {
    const due = { state: 'due', dueAt: { $lte: now } } as const;
    const first = await this.mailItems.findOne(due).sort({ dueAt: 1 }).lean<MailItemDocument>();
    if (first === null) return undefined;
    const rows = await this.mailItems
      .find({ ...due, user: first.user, bucket: first.bucket }, { _id: 1 })
      .limit(CLAIM)
      .lean<Pick<MailItemDocument, '_id'>[]>();
    const claimId = randomUUID();
    const { modifiedCount } = await this.mailItems.updateMany(
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
    await this.mailItems.updateMany({ claimId }, { $set: done });
  }

  async giveUp(
    { claimId, attempts }: Pick<ClaimedMail, 'claimId' | 'attempts'>,
    at: Date,
  ): Promise<void> {
    const done = { state: 'done' as const, doneAt: at };
    await this.mailItems.updateMany({ claimId, attempts }, { $set: done });
  }

  async wasSent(claimId: string, sentTo: string): Promise<boolean> {
    return (await this.mailItems.exists({ claimId, sentTo })) !== null;
  }

  async retry(claimId: string, at: Date): Promise<boolean> {
    const { matchedCount } = await this.mailItems.updateMany(
      { claimId },
      { $set: { state: 'claimed', leaseUntil: at }, $inc: { attempts: 1 } },
    );
    return matchedCount > 0;
  }

  async renew(claimId: string, leaseUntil: Date): Promise<void> {
    await this.mailItems.updateMany({ claimId, state: 'claimed' }, { $set: { leaseUntil } });
  }

  async backlog(now: Date): Promise<MailBacklog> {
    const due = { state: 'due', dueAt: { $lte: now } } as const;
    const waiting = { $or: [due, { state: 'claimed' as const }] };
    const count = await this.mailItems.countDocuments(waiting);
    const first = await this.mailItems
      .findOne(waiting, { dueAt: 1 })
      .sort({ dueAt: 1 })
      .lean<{ dueAt: Date }>();
    return { count, ...(first === null ? {} : { firstDueAt: first.dueAt }) };
  }

  async suppress({ address, reason, at }: Suppression): Promise<void> {
    const kept = { $set: { reason, at } };
    await this.addresses.updateOne({ _id: addressKey(address) }, kept, { upsert: true });
  }

  async allow(address: string): Promise<boolean> {
    const { deletedCount } = await this.addresses.deleteOne({ _id: addressKey(address) });
    return deletedCount > 0;
  }

  async suppressed(address: string): Promise<Suppression | undefined> {
    const found = await this.addresses.findById(addressKey(address)).lean<SuppressionDocument>();
    return found === null ? undefined : toSuppression(found);
  }

  async suppressions(): Promise<readonly Suppression[]> {
    const found = await this.addresses
      .find()
      .sort({ at: -1, _id: 1 })
      .limit(LISTED)
      .lean<SuppressionDocument[]>();
    return found.map(toSuppression);
  }

  async sweep(before: Date): Promise<number> {
    const found = await this.mailItems
      .find({ state: 'done', doneAt: { $lt: before } }, { _id: 1 })
      .limit(SWEEP)
      .lean<Pick<MailItemDocument, '_id'>[]>();
    if (found.length === 0) return 0;
    const { deletedCount } = await this.mailItems.deleteMany({
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
