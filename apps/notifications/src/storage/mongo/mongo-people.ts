import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { Connection, Model } from 'mongoose';
import type { KnownPerson, PeopleStore, Registration } from '../../people/people-store.js';
import { isDuplicate, unlessThere } from './mongo-duplicates.js';
import { objectId } from './mongo-notifications.js';
import { JobDocument, SchoolClassDocument } from './schemas/mongo-broadcast.schema.js';
import { CalendarFeedDocument } from './schemas/mongo-calendar.schema.js';
import { MailItemDocument } from './schemas/mongo-mail.schema.js';
import { NotificationDocument } from './schemas/mongo-notification.schema.js';
import {
  ContactDocument,
  PersonDocument,
  RegistrationDocument,
} from './schemas/mongo-people.schema.js';
import { DeliveryDocument, SubscriptionDocument } from './schemas/mongo-push.schema.js';
import { ReminderDocument } from './schemas/mongo-reminder.schema.js';
import { PreferenceDocument, SettingsDocument } from './schemas/mongo-settings.schema.js';
import type { ContactStore, Contact } from '../../people/contact-store.js';

/** Collections whose documents name their owner. */
const OWNED = [
  NotificationDocument,
  SettingsDocument,
  MailItemDocument,
  SubscriptionDocument,
  ReminderDocument,
];
/** Collections with one document for each person; the person's own goes last. */
const OF_ONE = [PreferenceDocument, ContactDocument, CalendarFeedDocument, PersonDocument];

/** Writes of one command: thousands took longer on a busy server than a connection waits for an answer. */
const AT_ONCE = 500;

/** An upsert whose filter asks for something older clashes with what is newer: that is the answer. */
@Injectable()
export class MongoPeopleStore implements PeopleStore {
  constructor(
    @InjectModel(PersonDocument.name) private readonly people: Model<PersonDocument>,
    @InjectModel(RegistrationDocument.name)
    private readonly registrations: Model<RegistrationDocument>,
    @InjectConnection() private readonly connection: Connection,
  ) {}

  async remember(people: readonly KnownPerson[], now: Date): Promise<void> {
    if (people.length === 0) return;
    const writes = people.map(({ user, userId, userName, academyId }) => ({
      updateOne: {
        filter: { _id: objectId(user), updatedAt: { $lte: now } },
        update: { $set: { userId, userName, academyId, updatedAt: now } },
        upsert: true,
      },
    }));
    for (let from = 0; from < writes.length; from += AT_ONCE) {
      const part = writes.slice(from, from + AT_ONCE);
      await unlessThere(this.people.collection.bulkWrite(part, { ordered: false }));
    }
  }

  async known(users: readonly string[]): Promise<ReadonlyMap<string, KnownPerson>> {
    const found = await this.people
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
      await this.registrations.updateOne(
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
    const found = await this.registrations
      .findById(registrationId(user, academyId))
      .lean<RegistrationDocument>();
    if (found === null) return undefined;
    return { user, academyId, active: found.active, changedAt: found.changedAt };
  }

  /** Interrupted it is asked for again, and begins anew: the person goes last. */
  async forget(user: string): Promise<void> {
    const of = ({ name }: { readonly name: string }) => this.connection.model<unknown>(name);
    const own = { user: objectId(user) };
    for (const document of OWNED) await of(document).deleteMany(own);
    await of(DeliveryDocument).deleteMany({ 'subscription.user': user });
    await this.registrations.deleteMany(own);
    const member = { $or: [{ 'students.user': user }, { 'teachers.user': user }] };
    const pulled = { $pull: { students: { user }, teachers: { user } } };
    await of(SchoolClassDocument).updateMany(member, pulled);
    // What was to go out under the name, or has begun to, does not go on.
    await of(JobDocument).deleteMany({ 'sender.user': user });
    for (const document of OF_ONE) await of(document).deleteOne({ _id: objectId(user) });
  }

  async isRegistered(user: string, academyId: string): Promise<boolean> {
    const found = await this.registrations
      .findOne({ _id: registrationId(user, academyId), active: true })
      .lean();
    return found !== null;
  }
}

const registrationId = (user: string, academyId: string): string => `${user} ${academyId}`;

@Injectable()
export class MongoContactStore implements ContactStore {
  constructor(@InjectModel(ContactDocument.name) private readonly model: Model<ContactDocument>) {}

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
