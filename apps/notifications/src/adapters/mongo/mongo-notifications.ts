import { Types, type Model } from 'mongoose';
import { sentRecord, type Creation } from '../../domain/creation.js';
import type { Notification } from '../../domain/notification.js';
import { recordId } from '../../domain/object-id.js';
import type {
  BulkCheck,
  ListQuery,
  NotificationStore,
  Reader,
  Retention,
} from '../../domain/storage.js';
import { unlessThere } from './duplicates.js';
import type { NotificationDocument } from './schemas.js';

const CHUNK = 1000;
const SWEEP = 10_000;
const HIDDEN = { description: 0, removedAt: 0 } as const;

export const objectId = (hex: string): Types.ObjectId => new Types.ObjectId(hex);

export class MongoNotifications implements NotificationStore {
  constructor(private readonly model: Model<NotificationDocument>) {}

  async addReceived(creation: Creation): Promise<void> {
    const { recipients, sender } = creation;
    const common = {
      type: 'received' as const,
      ...(sender === undefined
        ? {}
        : {
            fromUser: objectId(sender.user),
            fromUserId: sender.userId,
            fromUserName: sender.userName,
          }),
      ...contentOf(creation),
    };
    for (let start = 0; start < recipients.length; start += CHUNK) {
      const documents = recipients.slice(start, start + CHUNK).map((person, index) => ({
        _id: objectId(recordId(creation.id, start + index + 1)),
        user: objectId(person.user),
        userId: person.userId,
        userName: person.userName,
        ...(person.boundTo === undefined ? {} : { boundTo: person.boundTo }),
        ...common,
      }));
      // The driver's own: mongoose would cast each document, for three times the cost.
      await unlessThere(this.model.collection.insertMany(documents, { ordered: false }));
    }
  }

  async addSent(creation: Creation): Promise<void> {
    const record = sentRecord(creation);
    if (record === undefined) return;
    const { id, owner, toUserList = [] } = record;
    const document = {
      _id: objectId(id),
      type: 'sent' as const,
      user: objectId(owner.user),
      userId: owner.userId,
      userName: owner.userName,
      toUserList: [...toUserList],
      ...contentOf(creation),
    };
    await unlessThere(this.model.collection.insertOne(document));
  }

  async list({
    user,
    academyId,
    type,
    checked,
    after,
    limit,
  }: ListQuery): Promise<readonly Notification[]> {
    const documents = await this.model
      .find(
        {
          user: objectId(user),
          type,
          removedAt: { $exists: false },
          ...readableBy(academyId),
          ...(checked === undefined ? {} : { checked }),
          ...(after === undefined ? {} : { $or: afterPlace(after) }),
        },
        HIDDEN,
      )
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean<NotificationDocument[]>();
    return documents.map(toNotification);
  }

  async find(id: string): Promise<Notification | undefined> {
    const document = await this.model
      .findOne({ _id: objectId(id), removedAt: { $exists: false } })
      .lean<NotificationDocument>();
    return document === null ? undefined : toNotification(document);
  }

  /** Which of the two applies never changes in a record: two conditional updates are as good as one. */
  async check(id: string, user: string, now: Date): Promise<void> {
    const mine = { _id: objectId(id), user: objectId(user), ...UNCHECKED };
    await this.model.updateOne({ ...mine, autoDeleteOnCheck: true }, { $set: removedSince(now) });
    await this.model.updateOne({ ...mine, autoDeleteOnCheck: false }, { $set: checkedSince(now) });
  }

  async remove(id: string, user: string, now: Date): Promise<void> {
    await this.model.updateOne(
      { _id: objectId(id), user: objectId(user), removedAt: { $exists: false } },
      { $set: { removedAt: now } },
    );
  }

  async checkAll({ user, academyId }: Reader, now: Date): Promise<BulkCheck> {
    const readable = { ...UNCHECKED, ...readableBy(academyId) };
    const mine = { user: objectId(user), createdAt: { $lte: now }, ...readable };
    const deleted = await this.model.updateMany(
      { ...mine, autoDeleteOnCheck: true },
      { $set: removedSince(now) },
    );
    const checked = await this.model.updateMany(
      { ...mine, autoDeleteOnCheck: false },
      { $set: checkedSince(now) },
    );
    return { checkedCount: checked.modifiedCount, deletedCount: deleted.modifiedCount };
  }

  async sweep(retention: Retention): Promise<number> {
    const { checkedBefore, uncheckedBefore, sentBefore, removedBefore } = retention;
    const rules: readonly (Record<string, unknown> | undefined)[] = [
      { removedAt: { $lt: removedBefore } },
      checkedBefore && { checked: true, updatedAt: { $lt: checkedBefore } },
      uncheckedBefore && { ...olderThan(uncheckedBefore), type: 'received', checked: false },
      sentBefore && { ...olderThan(sentBefore), type: 'sent' },
    ];
    let gone = 0;
    for (const condition of rules) {
      if (condition !== undefined) gone += await this.#delete(condition);
    }
    return gone;
  }

  async #delete(condition: Record<string, unknown>): Promise<number> {
    const found = await this.model
      .find(condition, { _id: 1 })
      .limit(SWEEP)
      .lean<{ _id: Types.ObjectId }[]>();
    if (found.length === 0) return 0;
    const { deletedCount } = await this.model.deleteMany({
      _id: { $in: found.map(({ _id }) => _id) },
    });
    return deletedCount;
  }
}

/** `null` stands for records that have no binding. */
const readableBy = (academyId: string) => ({ boundTo: { $in: [null, academyId] } });

const UNCHECKED = { type: 'received', checked: false, removedAt: { $exists: false } } as const;

const checkedSince = (now: Date) => ({ checked: true, updatedAt: now });
const removedSince = (now: Date) => ({ ...checkedSince(now), removedAt: now });

/** An id begins with the second in which it was made: the index of ids finds the old ones. */
const olderThan = (before: Date) => ({
  _id: { $lt: Types.ObjectId.createFromTime(Math.ceil(before.getTime() / 1000)) },
  createdAt: { $lt: before },
});

const afterPlace = ({ createdAt, id }: { readonly createdAt: Date; readonly id: string }) => [
  { createdAt: { $lt: createdAt } },
  { createdAt, _id: { $lt: objectId(id) } },
];

const contentOf = ({ content, createdAt }: Creation) => ({
  ...content,
  checked: false,
  date: createdAt,
  createdAt,
  updatedAt: createdAt,
});

function toNotification(document: NotificationDocument): Notification {
  const { _id, user, userId, userName, fromUser, fromUserId, fromUserName, ...rest } = document;
  const from =
    fromUser === undefined || fromUserId === undefined || fromUserName === undefined
      ? {}
      : { from: { user: fromUser.toHexString(), userId: fromUserId, userName: fromUserName } };
  return {
    ...rest,
    id: _id.toHexString(),
    owner: { user: user.toHexString(), userId, userName },
    ...from,
  };
}
