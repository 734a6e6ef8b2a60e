import { Injectable } from '@nestjs/common';
import { MongoModels } from './mongo-models.js';
import type { Model } from 'mongoose';
import type { Contact, ContactStore } from '../../people/contact-store.js';
import {
  withDefaults,
  type Preferences,
  type PreferencesChange,
} from '../../settings/preferences.js';
import type { PreferenceStore } from '../../settings/preference-store.js';
import type { ContactDocument, PreferenceDocument } from './mongo-documents.js';
import { isDuplicate } from './mongo-duplicates.js';
import { objectId } from './mongo-notifications.js';

@Injectable()
export class MongoContactStore implements ContactStore {
  private readonly model: Model<ContactDocument>;

  constructor(models: MongoModels) {
    this.model = models.contacts;
  }

  async put({ user, ...contact }: Contact): Promise<boolean> {
    const names = ['email', 'locale', 'timeZone', 'isDeactivated'] as const;
    const gone = names.filter((name) => contact[name] === undefined);
    try {
      await this.model.updateOne(
        { _id: objectId(user), changedAt: { $lte: contact.changedAt } },
        {
          $set: contact,
          ...(gone.length === 0
            ? {}
            : { $unset: Object.fromEntries(gone.map((name) => [name, 1])) }),
        },
        { upsert: true },
      );
      return true;
    } catch (error) {
      // What is there is newer.
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async ofUsers(users: readonly string[]): Promise<ReadonlyMap<string, Contact>> {
    const found = await this.model
      .find({ _id: { $in: users.map(objectId) } })
      .lean<ContactDocument[]>();
    return new Map(
      found.map(({ _id, ...contact }) => {
        const user = _id.toHexString();
        return [user, { user, ...contact }];
      }),
    );
  }
}

@Injectable()
export class MongoPreferenceStore implements PreferenceStore {
  private readonly model: Model<PreferenceDocument>;

  constructor(models: MongoModels) {
    this.model = models.preferences;
  }

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

/** Without any member there would be nothing to set. */
const updateOf = (set: Record<string, unknown>) =>
  Object.keys(set).length === 0 ? { $setOnInsert: { body: {} } } : { $set: set };

function pathsOf({ kinds = {}, ...rest }: PreferencesChange): (readonly [string, unknown])[] {
  return [
    ...Object.entries(rest).map(([name, value]) => [`body.${name}`, value] as const),
    ...Object.entries(kinds).flatMap(([kind, wish]) =>
      Object.entries(wish).map(([name, value]) => [`body.kinds.${kind}.${name}`, value] as const),
    ),
  ];
}
