import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { createHash } from 'node:crypto';
import type { PushDelivery, PushSubscription } from '../../push/push.js';
import type {
  PushBacklog,
  PushClaim,
  PushesFilter,
  PushStore,
  WaitingPush,
} from '../../push/push-store.js';
import { containing } from './mongo-containing.js';
import { driverCollection } from './mongo-driver-collection.js';
import { isDuplicate, unlessThere } from './mongo-duplicates.js';
import { objectId } from './mongo-notifications.js';
import { DeliveryDocument, SubscriptionDocument } from './schemas/mongo-push.schema.js';

@Injectable()
export class MongoPushStore implements PushStore {
  constructor(
    @InjectModel(SubscriptionDocument.name)
    private readonly subscriptions: Model<SubscriptionDocument>,
    @InjectModel(DeliveryDocument.name) private readonly deliveries: Model<DeliveryDocument>,
  ) {}

  async subscribe({ endpoint, p256dh, auth, user, createdAt }: PushSubscription): Promise<void> {
    const write = () =>
      this.subscriptions.updateOne(
        { _id: idOf(endpoint) },
        {
          $set: { endpoint, p256dh, auth, user: objectId(user) },
          $setOnInsert: { createdAt },
        },
        { upsert: true },
      );
    try {
      await write();
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // Two upserts of a new endpoint clashed: it is there now, and the second try changes it.
      await write();
    }
  }

  async unsubscribe(endpoint: string, user: string): Promise<void> {
    await this.subscriptions.deleteOne({ _id: idOf(endpoint), user: objectId(user) });
  }

  async forget(endpoint: string): Promise<void> {
    await this.subscriptions.deleteOne({ _id: idOf(endpoint) });
  }

  async ofUsers(users: readonly string[]): Promise<readonly PushSubscription[]> {
    const found = await this.subscriptions
      .find({ user: { $in: users.map(objectId) } })
      .lean<SubscriptionDocument[]>();
    return found.map(({ _id, user, ...rest }) => ({ ...rest, user: user.toHexString() }));
  }

  async queue(deliveries: readonly PushDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const documents = deliveries.map(({ id, ...delivery }) => ({
      _id: id,
      host: new URL(delivery.subscription.endpoint).host,
      ...delivery,
    }));
    await unlessThere(driverCollection(this.deliveries).insertMany(documents, { ordered: false }));
  }

  async claim({
    now,
    leaseUntil,
    limit,
    exceptHosts,
    exceptUsers,
  }: PushClaim): Promise<readonly PushDelivery[]> {
    const claimed: PushDelivery[] = [];
    const due = {
      dueAt: { $lte: now },
      ...(exceptHosts.length === 0 ? {} : { host: { $nin: exceptHosts } }),
      ...(exceptUsers.length === 0 ? {} : { 'subscription.user': { $nin: exceptUsers } }),
    };
    while (claimed.length < limit) {
      const found = await this.deliveries
        .findOneAndUpdate(due, { $set: { dueAt: leaseUntil } })
        .sort({ dueAt: 1 })
        .lean<DeliveryDocument>();
      if (found === null) break;
      const { _id: id, subscription, payload, attempts, dueAt, classId, isUrgent } = found;
      claimed.push({
        ...{ id, subscription, payload, attempts, dueAt },
        ...(classId === undefined ? {} : { classId }),
        ...(isUrgent === undefined ? {} : { isUrgent }),
      });
    }
    return claimed;
  }

  async retry(id: string, attempts: number, at: Date, reason?: string): Promise<void> {
    await this.deliveries.updateOne(
      { _id: id },
      { $set: { attempts, dueAt: at, ...(reason === undefined ? {} : { reason }) } },
    );
  }

  async waiting({ user, host, reason, limit }: PushesFilter): Promise<readonly WaitingPush[]> {
    const found = await this.deliveries
      .find({
        ...(user === undefined ? {} : { 'subscription.user': user }),
        ...(host === undefined ? {} : { host }),
        ...(reason === undefined ? {} : { reason: containing(reason) }),
      })
      .sort({ dueAt: 1 })
      .limit(limit)
      .lean<DeliveryDocument[]>();
    return found.map(({ _id, subscription, host: of, attempts, dueAt, reason: why = '' }) => ({
      ...{ id: _id, user: subscription.user, host: of, attempts, dueAt, reason: why },
    }));
  }

  async hasten(id: string, now: Date): Promise<boolean> {
    const { matchedCount } = await this.deliveries.updateOne({ _id: id }, { $set: { dueAt: now } });
    return matchedCount > 0;
  }

  async finish(id: string): Promise<void> {
    await this.deliveries.deleteOne({ _id: id });
  }

  async backlog(): Promise<PushBacklog> {
    const count = await this.deliveries.countDocuments();
    const first = await this.deliveries
      .findOne({}, { dueAt: 1 })
      .sort({ dueAt: 1 })
      .lean<{ dueAt: Date }>();
    return { count, ...(first === null ? {} : { firstDueAt: first.dueAt }) };
  }
}

const idOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');
