import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { SettingsStore } from '../../settings/settings-store.js';
import type { Model } from 'mongoose';
import { PreferenceDocument, SettingsDocument } from './schemas/mongo-settings.schema.js';
import { Random } from '@sextant/platform-runtime/clock';
import type { Person } from '../../access/person.js';
import { type SettingsRecord, type Settings, DEFAULT_SETTINGS } from '../../settings/settings.js';
import { objectId } from './mongo-notifications.js';
import { newCreationId } from '../../access/object-id.js';
import { isDuplicate } from './mongo-duplicates.js';
import type { PreferenceStore } from '../../settings/preference-store.js';
import {
  type PreferencesChange,
  type Preferences,
  withDefaults,
} from '../../settings/preferences.js';

@Injectable()
export class MongoSettingsStore implements SettingsStore {
  constructor(
    @InjectModel(SettingsDocument.name) private readonly model: Model<SettingsDocument>,
    private readonly random: Random,
  ) {}

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

@Injectable()
export class MongoPreferenceStore implements PreferenceStore {
  constructor(
    @InjectModel(PreferenceDocument.name) private readonly model: Model<PreferenceDocument>,
  ) {}

  /** Member by member: two changes at once both hold. */
  async update(user: string, change: PreferencesChange): Promise<Preferences> {
    const set = Object.fromEntries(pathsOf(change));
    const write = () =>
      this.model
        .findOneAndUpdate({ _id: objectId(user) }, updateOf(set), {
          upsert: true,
          returnDocument: 'after',
        })
        .lean<PreferenceDocument>();
    try {
      return withDefaults((await write()).body);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // Two upserts clashed: it is there now.
      return withDefaults((await write()).body);
    }
  }

  async ofUsers(users: readonly string[]): Promise<ReadonlyMap<string, Preferences>> {
    const found = await this.model
      .find({ _id: { $in: users.map(objectId) } })
      .lean<PreferenceDocument[]>();
    return new Map(found.map(({ _id, body }) => [_id.toHexString(), withDefaults(body)]));
  }
}

function pathsOf({ kinds = {}, ...rest }: PreferencesChange): (readonly [string, unknown])[] {
  return [
    ...Object.entries(rest).map(([name, value]) => [`body.${name}`, value] as const),
    ...Object.entries(kinds).flatMap(([kind, wish]) =>
      Object.entries(wish).map(([name, value]) => [`body.kinds.${kind}.${name}`, value] as const),
    ),
  ];
}

/** Without any member there would be nothing to set. */
const updateOf = (set: Record<string, unknown>) =>
  Object.keys(set).length === 0 ? { $setOnInsert: { body: {} } } : { $set: set };
