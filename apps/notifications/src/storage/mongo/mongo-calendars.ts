import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type {
  CalendarFeed,
  FeedEvent,
  CalendarFeedStore,
} from '../../calendar/calendar-feed-store.js';
import { CalendarFeedDocument } from './schemas/mongo-calendar.schema.js';
import { CalendarEventDocument, ReminderDocument } from './schemas/mongo-reminder.schema.js';
import { objectId } from './mongo-notifications.js';

const MOST = 1000;

@Injectable()
export class MongoCalendarFeedStore implements CalendarFeedStore {
  constructor(
    @InjectModel(CalendarFeedDocument.name) private readonly feeds: Model<CalendarFeedDocument>,
    @InjectModel(ReminderDocument.name) private readonly reminders: Model<ReminderDocument>,
    @InjectModel(CalendarEventDocument.name)
    private readonly calendarEvents: Model<CalendarEventDocument>,
  ) {}

  async put({ user, ...feed }: CalendarFeed): Promise<void> {
    await this.feeds.updateOne({ _id: objectId(user) }, { $set: feed }, { upsert: true });
  }

  async ofUser(user: string): Promise<CalendarFeed | undefined> {
    return toFeed(await this.feeds.findById(objectId(user)).lean<CalendarFeedDocument>());
  }

  async byDigest(digest: string): Promise<CalendarFeed | undefined> {
    return toFeed(await this.feeds.findOne({ digest }).lean<CalendarFeedDocument>());
  }

  async remove(user: string): Promise<void> {
    await this.feeds.deleteOne({ _id: objectId(user) });
  }

  async events(user: string, academyId: string): Promise<readonly FeedEvent[]> {
    const ids = await this.reminders.distinct('eventId', { user: objectId(user) });
    const found = await this.calendarEvents
      .find(
        {
          _id: { $in: ids },
          'body.academyId': academyId,
          'body.cancelled': false,
          'body.attendees.user': user,
        },
        // There may be 10,000 of each event.
        { 'body.attendees': 0 },
      )
      .sort({ startsAt: 1, _id: 1 })
      .limit(MOST)
      .lean<CalendarEventDocument[]>();
    return found.map(({ body: { eventId, version, title, description, startsAt } }) => ({
      ...{ academyId, eventId, version, title, startsAt },
      ...(description === undefined ? {} : { description }),
    }));
  }
}

function toFeed(found: CalendarFeedDocument | null): CalendarFeed | undefined {
  if (found === null) return undefined;
  const { _id, academyId, digest, createdAt } = found;
  return { user: _id.toHexString(), academyId, digest, createdAt };
}
