import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  CalendarFeed,
  FeedEvent,
  CalendarFeedStore,
} from '../../calendar/calendar-feed-store.js';
import { bytes, given, hex } from './postgres-rows.js';

interface FeedRow {
  readonly user: Buffer;
  readonly academy_id: string;
  readonly digest: string;
  readonly created_at: Date;
}

interface EventRow {
  readonly event_id: string;
  readonly version: string;
  readonly starts_at: Date;
  readonly title: string;
  readonly description: string | null;
}

@Injectable()
export class PostgresCalendarFeedStore implements CalendarFeedStore {
  constructor(private readonly source: DataSource) {}

  async put({ user, academyId, digest, createdAt }: CalendarFeed): Promise<void> {
    await this.source.query(
      `INSERT INTO calendar_feed ("user", academy_id, digest, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT ("user") DO UPDATE SET academy_id = $2, digest = $3, created_at = $4`,
      [bytes(user), academyId, digest, createdAt],
    );
  }

  ofUser(user: string): Promise<CalendarFeed | undefined> {
    return this.#find('"user" = $1', bytes(user));
  }

  byDigest(digest: string): Promise<CalendarFeed | undefined> {
    return this.#find('digest = $1', digest);
  }

  async remove(user: string): Promise<void> {
    await this.source.query('DELETE FROM calendar_feed WHERE "user" = $1', [bytes(user)]);
  }

  /** By the reminders, which know the person; and by the newest news, which knows who is invited. */
  async events(user: string, academyId: string): Promise<readonly FeedEvent[]> {
    const rows = await this.source.query<EventRow[]>(
      `SELECT e.event_id, e.version, e.starts_at, e.body->>'title' AS title,
         e.body->>'description' AS description
       FROM calendar_event e
       WHERE e.academy_id = $2 AND e.event_id IN
         (SELECT event_id FROM reminder WHERE "user" = $1 AND academy_id = $2)
         AND e.body->>'cancelled' = 'false'
         AND e.body::jsonb->'attendees' @> $3::jsonb
       ORDER BY e.starts_at, e.event_id LIMIT 1000`,
      [bytes(user), academyId, JSON.stringify([{ user }])],
    );
    return rows.map((row) => ({
      ...{ academyId, eventId: row.event_id, version: Number(row.version) },
      ...{ title: row.title, startsAt: row.starts_at },
      ...given('description', row.description),
    }));
  }

  async #find(condition: string, value: unknown): Promise<CalendarFeed | undefined> {
    const [row] = await this.source.query<FeedRow[]>(
      `SELECT * FROM calendar_feed WHERE ${condition}`,
      [value],
    );
    if (row === undefined) return undefined;
    const { user, academy_id: academyId, digest, created_at: createdAt } = row;
    return { user: hex(user), academyId, digest, createdAt };
  }
}
