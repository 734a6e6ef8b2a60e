import { Injectable } from '@nestjs/common';
import { MongoModels } from './mongo-models.js';
import type {
  CalendarFeed,
  FeedEvent,
  CalendarFeedStore,
} from '../../calendar/calendar-feed-store.js';
import type { CalendarEventDocument, CalendarFeedDocument } from './mongo-documents.js';
import { objectId } from './mongo-notifications.js';

const MOST = 1000;

@Injectable()
export class MongoCalendarFeedStore implements CalendarFeedStore {
  constructor(private readonly models: MongoModels) {}

  async put({ user, ...feed }: CalendarFeed): Promise<void> {
    await this.models.feeds.updateOne({ _id: objectId(user) }, { $set: feed }, { upsert: true });
  }

  async ofUser(user: string): Promise<CalendarFeed | undefined> {
    return toFeed(await this.models.feeds.findById(objectId(user)).lean<CalendarFeedDocument>());
  }

  async byDigest(digest: string): Promise<CalendarFeed | undefined> {
    return toFeed(await this.models.feeds.findOne({ digest }).lean<CalendarFeedDocument>());
  }

  async remove(user: string): Promise<void> {
    await this.models.feeds.deleteOne({ _id: objectId(user) });
  }

  async events(user: string, academyId: string): Promise<readonly FeedEvent[]> {
    const ids = await this.models.reminders.distinct('eventId', { user: objectId(user) });
    const found = await this.models.calendarEvents
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
