import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Types, type Model } from 'mongoose';
import { sentRecord, wordsOf, type Creation } from '../../notifications/creation/creation.js';
import type { Notification } from '../../notifications/notification.js';
import { SEARCH_ERRORS } from '../../notifications/search/search-errors.js';
import { recordId } from '../../access/object-id.js';
import { SEARCH_MS } from '../../notifications/search/search-turns.js';
import type {
  BulkCheck,
  ListQuery,
  Mark,
  NotificationStore,
  Reader,
  Retention,
} from '../../notifications/notification-store.js';
import { TrailStore } from '../../delivery/trail-store.js';
import { containing } from './mongo-containing.js';
import { unlessThere } from './mongo-duplicates.js';
import { NotificationDocument } from './schemas/mongo-notification.schema.js';

const CHUNK = 1000;
const SWEEP = 10_000;
/** MongoDB manual, "Error Codes". */
const MAX_TIME_MS_EXPIRED = 50;
const HIDDEN = { description: 0, removedAt: 0 } as const;

export const objectId = (hex: string): Types.ObjectId => new Types.ObjectId(hex);

@Injectable()
export class MongoNotificationStore implements NotificationStore {
  constructor(
    @InjectModel(NotificationDocument.name) private readonly model: Model<NotificationDocument>,
    private readonly trail: TrailStore,
  ) {}

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
        ...wordsOf(creation, person),
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
    view = 'inbox',
    text,
    after,
    limit,
  }: ListQuery): Promise<readonly Notification[]> {
    const found = this.model
      .find(
        {
          user: objectId(user),
          type,
          removedAt: { $exists: false },
          ...VIEW[view],
          ...readableBy(academyId),
          ...(checked === undefined ? {} : { checked }),
          $and: [
            ...(after === undefined ? [] : [{ $or: afterPlace(after) }]),
            ...(text === undefined ? [] : [{ $or: containingAny(text) }]),
            {},
          ],
        },
        HIDDEN,
      )
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean<NotificationDocument[]>();
    const documents = await (text === undefined ? found : found.maxTimeMS(SEARCH_MS)).catch(
      (cause: unknown) => {
        const isOverdue = (cause as { readonly code?: unknown }).code === MAX_TIME_MS_EXPIRED;
        throw isOverdue ? SEARCH_ERRORS.searchTooSlow({ cause }) : cause;
      },
    );
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
    if ((await this.model.exists(mine)) === null) return;
    await this.#noteRead([id], now);
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
    const found = await this.model.find(mine, { _id: 1 }).lean<{ _id: Types.ObjectId }[]>();
    await this.#noteRead(
      found.map(({ _id }) => _id.toHexString()),
      now,
    );
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

  /** Before the change: what is interrupted is asked for again. */
  async #noteRead(ids: readonly string[], at: Date): Promise<void> {
    await this.trail.add(ids.map((record) => ({ record, what: 'read' as const, at, detail: '' })));
  }

  async mark(id: string, user: string, mark: Mark, now: Date): Promise<void> {
    await this.model.updateOne(
      { _id: objectId(id), user: objectId(user), type: 'received', removedAt: { $exists: false } },
      changeOf(mark, now),
    );
  }

  unreadCount({ user, academyId }: Reader): Promise<number> {
    return this.model.countDocuments({
      ...{ user: objectId(user), ...UNCHECKED, ...VIEW.inbox },
      ...readableBy(academyId),
    });
  }

  async unread(ids: readonly string[], now?: Date): Promise<ReadonlySet<string>> {
    const found = await this.model
      .find(
        {
          ...{ _id: { $in: ids.map(objectId) }, ...UNCHECKED, archivedAt: { $exists: false } },
          ...(now === undefined ? {} : { $or: inSightAt(now) }),
        },
        { _id: 1 },
      )
      .lean<{ _id: Types.ObjectId }[]>();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  }

  async awakening(now: Date): Promise<readonly Notification[]> {
    const documents = await this.model
      .find({ snoozedUntil: { $lte: now }, removedAt: { $exists: false } }, HIDDEN)
      .sort({ snoozedUntil: 1 })
      .limit(AWAKENING)
      .lean<NotificationDocument[]>();
    return documents.map(toNotification);
  }

  async awake(id: string, until: Date): Promise<void> {
    await this.model.updateOne(
      { _id: objectId(id), snoozedUntil: until },
      { $unset: { snoozedUntil: 1 } },
    );
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

/** More would be a burst; the rest comes with the next look. */
const AWAKENING = 100;

const VIEW = {
  inbox: { archivedAt: { $exists: false }, snoozedUntil: { $exists: false } },
  archived: { archivedAt: { $exists: true } },
  snoozed: { snoozedUntil: { $exists: true }, archivedAt: { $exists: false } },
} as const;

function changeOf(mark: Mark, now: Date) {
  switch (mark.kind) {
    case 'uncheck':
      return { $set: { checked: false, updatedAt: now } };
    case 'archive':
      return { $set: { archivedAt: now, updatedAt: now }, $unset: { snoozedUntil: 1 } };
    case 'restore':
      return { $set: { updatedAt: now }, $unset: { archivedAt: 1, snoozedUntil: 1 } };
    case 'snooze':
      return { $set: { snoozedUntil: mark.until, updatedAt: now }, $unset: { archivedAt: 1 } };
  }
}

const containingAny = (text: string) =>
  ['title', 'description', 'fromUserName'].map((name) => ({ [name]: containing(text) }));

const inSightAt = (now: Date) => [
  { snoozedUntil: { $exists: false } },
  { snoozedUntil: { $lte: now } },
];

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
