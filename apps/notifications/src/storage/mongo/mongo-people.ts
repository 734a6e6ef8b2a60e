import { Injectable } from '@nestjs/common';
import { MongoModels } from './mongo-models.js';
import { Random } from '@sextant/platform-clock';
import type { Model } from 'mongoose';
import type { Person } from '../../access/person.js';
import { newCreationId } from '../../access/object-id.js';
import { DEFAULT_SETTINGS, type Settings, type SettingsRecord } from '../../settings/settings.js';
import type { KnownPerson, PeopleStore, Registration } from '../../people/people-store.js';
import type { SettingsStore } from '../../settings/settings-store.js';
import { isDuplicate, unlessThere } from './mongo-duplicates.js';
import { objectId } from './mongo-notifications.js';
import type { PersonDocument, RegistrationDocument, SettingsDocument } from './mongo-documents.js';

@Injectable()
export class MongoSettingsStore implements SettingsStore {
  private readonly model: Model<SettingsDocument>;

  constructor(
    models: MongoModels,
    private readonly random: Random,
  ) {
    this.model = models.settings;
  }

  async read(owner: Person, now: Date): Promise<SettingsRecord> {
    const found = await this.model.findOne({ user: objectId(owner.user) }).lean<SettingsDocument>();
    return found === null ? this.update(owner, {}, now) : toRecord(found);
  }

  async update(owner: Person, change: Partial<Settings>, now: Date): Promise<SettingsRecord> {
    const changed = Object.entries(change).map(([name, value]) => [`settings.${name}`, value]);
    const set = { ...(Object.fromEntries(changed) as object), updatedAt: now };
    const found = await this.model
      .findOneAndUpdate({ user: objectId(owner.user) }, { $set: set }, { returnDocument: 'after' })
      .lean<SettingsDocument>();
    if (found !== null) return toRecord(found);
    try {
      const document = {
        _id: objectId(newCreationId(now.getTime(), this.random)),
        user: objectId(owner.user),
        userId: owner.userId,
        userName: owner.userName,
        settings: { ...DEFAULT_SETTINGS, ...change },
        createdAt: now,
        updatedAt: now,
      };
      await this.model.collection.insertOne(document);
      return toRecord(document);
    } catch (error) {
      // Another request was first: its record is there now.
      if (isDuplicate(error)) return this.update(owner, change, now);
      throw error;
    }
  }

  async ofUsers(users: readonly string[]): Promise<ReadonlyMap<string, Settings>> {
    const found = await this.model
      .find({ user: { $in: users.map(objectId) } }, { user: 1, settings: 1 })
      .lean<SettingsDocument[]>();
    return new Map(
      found.map(({ user, settings }) => [user.toHexString(), { ...DEFAULT_SETTINGS, ...settings }]),
    );
  }
}

const toRecord = (document: SettingsDocument): SettingsRecord => ({
  id: document._id.toHexString(),
  owner: {
    user: document.user.toHexString(),
    userId: document.userId,
    userName: document.userName,
  },
  settings: { ...DEFAULT_SETTINGS, ...document.settings },
  createdAt: document.createdAt,
  updatedAt: document.updatedAt,
});

/** An upsert whose filter asks for something older clashes with what is newer: that is the answer. */
@Injectable()
export class MongoPeopleStore implements PeopleStore {
  constructor(private readonly models: MongoModels) {}

  async remember(people: readonly KnownPerson[], now: Date): Promise<void> {
    if (people.length === 0) return;
    const writes = people.map(({ user, userId, userName, academyId }) => ({
      updateOne: {
        filter: { _id: objectId(user), updatedAt: { $lte: now } },
        update: { $set: { userId, userName, academyId, updatedAt: now } },
        upsert: true,
      },
    }));
    await unlessThere(this.models.people.collection.bulkWrite(writes, { ordered: false }));
  }

  async known(users: readonly string[]): Promise<ReadonlyMap<string, KnownPerson>> {
    const found = await this.models.people
      .find({ _id: { $in: users.map(objectId) } })
      .lean<PersonDocument[]>();
    return new Map(
      found.map(({ _id, userId, userName, academyId }) => {
        const user = _id.toHexString();
        return [user, { user, userId, userName, academyId }];
      }),
    );
  }

  async register({ user, academyId, active, changedAt }: Registration): Promise<boolean> {
    try {
      await this.models.registrations.updateOne(
        { _id: registrationId(user, academyId), changedAt: { $lte: changedAt } },
        { $set: { user: objectId(user), academyId, active, changedAt } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async registration(user: string, academyId: string): Promise<Registration | undefined> {
    const found = await this.models.registrations
      .findById(registrationId(user, academyId))
      .lean<RegistrationDocument>();
    if (found === null) return undefined;
    return { user, academyId, active: found.active, changedAt: found.changedAt };
  }

  /** Interrupted it is asked for again, and begins anew: the person goes last. */
  async forget(user: string): Promise<void> {
    const { notifications, settings, mailItems, subscriptions, deliveries, reminders } =
      this.models;
    const own = { user: objectId(user) };
    for (const model of [notifications, settings, mailItems, subscriptions, reminders]) {
      await (model as Model<unknown>).deleteMany(own);
    }
    await deliveries.deleteMany({ 'subscription.user': user });
    await this.models.registrations.deleteMany(own);
    const member = { $or: [{ 'students.user': user }, { 'teachers.user': user }] };
    const pulled = { $pull: { students: { user }, teachers: { user } } };
    await this.models.classes.updateMany(member, pulled);
    // What was to go out under the name, or has begun to, does not go on.
    await this.models.jobs.deleteMany({ 'sender.user': user });
    const { preferences, contacts, feeds, people } = this.models;
    for (const model of [preferences, contacts, feeds, people]) {
      await (model as Model<unknown>).deleteOne({ _id: objectId(user) });
    }
  }

  async isRegistered(user: string, academyId: string): Promise<boolean> {
    const found = await this.models.registrations
      .findOne({ _id: registrationId(user, academyId), active: true })
      .lean();
    return found !== null;
  }
}

const registrationId = (user: string, academyId: string): string => `${user} ${academyId}`;
