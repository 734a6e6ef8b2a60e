import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { CalendarEvent, DueReminders, Reminder } from '../../reminders/reminders.js';
import type { ReminderStore } from '../../reminders/reminder-store.js';
import { bytes, toPerson } from './postgres-rows.js';

/** An event as JSON keeps it. */
type EventBody = Omit<CalendarEvent, 'startsAt'> & { readonly startsAt: string };

interface EventRow {
  readonly body: EventBody;
  readonly applied: boolean;
  /** bigint: the driver gives text. */
  readonly version: string;
}

interface ReminderRow {
  readonly user: Buffer;
  readonly user_id: string;
  readonly user_name: string;
}

interface Found {
  readonly claim_id: string | null;
}

type Changed<Row = unknown> = readonly [Row[], number];

/** Most people of one claim: they become one creation. */
const CLAIM = 1000;

@Injectable()
export class PostgresReminderStore implements ReminderStore {
  constructor(private readonly source: DataSource) {}

  async takeEvent(event: CalendarEvent): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `INSERT INTO calendar_event AS e (academy_id, event_id, version, applied, starts_at, body)
       VALUES ($1, $2, $3, false, $4, $5)
       ON CONFLICT (academy_id, event_id)
         DO UPDATE SET version = $3, applied = false, starts_at = $4, body = $5
       WHERE e.version < $3 OR (e.version = $3 AND NOT e.applied)
       RETURNING 1`,
      [event.academyId, event.eventId, event.version, event.startsAt, JSON.stringify(event)],
    );
    return rows.length > 0;
  }

  async replace(event: CalendarEvent, reminders: readonly Reminder[]): Promise<void> {
    const { academyId, eventId, version, startsAt } = event;
    await this.source.transaction(async (manager) => {
      // Locked: newer news waits, and then cancels what is written here.
      const newest = await manager.query<unknown[]>(
        `SELECT 1 FROM calendar_event WHERE academy_id = $1 AND event_id = $2 AND version = $3
         FOR UPDATE`,
        [academyId, eventId, version],
      );
      if (newest.length === 0) return;
      await manager.query(REPLACE, [
        reminders.map(({ id }) => id),
        reminders.map(({ person }) => bytes(person.user)),
        reminders.map(({ person }) => person.userId),
        reminders.map(({ person }) => person.userName),
        reminders.map(({ fireAt }) => fireAt),
        reminders.map(({ ownMinutes }) => ownMinutes ?? null),
        eventId,
        version,
        startsAt,
        academyId,
      ]);
      await manager.query(
        `UPDATE reminder SET state = 'cancelled', claim_id = NULL
         WHERE academy_id = $1 AND event_id = $2 AND version < $3 AND state IN ('due', 'claimed')`,
        [academyId, eventId, version],
      );
    });
  }

  async applied({ academyId, eventId, version }: CalendarEvent): Promise<void> {
    await this.source.query(
      `UPDATE calendar_event SET applied = true
       WHERE academy_id = $1 AND event_id = $2 AND version = $3`,
      [academyId, eventId, version],
    );
  }

  async claim(now: Date, leaseUntil: Date): Promise<DueReminders | undefined> {
    const claimId = (await this.#left(now, leaseUntil)) ?? (await this.#due(now, leaseUntil));
    if (claimId === undefined) return undefined;
    const people = await this.source.query<ReminderRow[]>(
      `SELECT "user", user_id, user_name FROM reminder
       WHERE claim_id = $1 AND state = 'claimed' ORDER BY "user"`,
      [claimId],
    );
    const [row] = await this.source.query<EventRow[]>(
      `SELECT e.body, e.applied, r.version FROM calendar_event e
         JOIN reminder r ON r.academy_id = e.academy_id AND r.event_id = e.event_id
       WHERE r.claim_id = $1 AND r.state = 'claimed' LIMIT 1`,
      [claimId],
    );
    if (row === undefined) return undefined;
    const event = { ...row.body, startsAt: new Date(row.body.startsAt) };
    const { applied, version } = row;
    return { claimId, event, applied, version: Number(version), people: people.map(toPerson) };
  }

  /** What a crash left claimed: the same people under the same claim. */
  async #left(now: Date, leaseUntil: Date): Promise<string | undefined> {
    const [[row]] = await this.source.query<Changed<Found>>(
      `UPDATE reminder SET lease_until = $2 WHERE state = 'claimed' AND lease_until <= $1 AND claim_id =
         (SELECT claim_id FROM reminder WHERE state = 'claimed' AND lease_until <= $1 LIMIT 1)
       RETURNING claim_id`,
      [now, leaseUntil],
    );
    return row?.claim_id ?? undefined;
  }

  async #due(now: Date, leaseUntil: Date): Promise<string | undefined> {
    const claimId = randomUUID();
    const [, count] = await this.source.query<Changed>(
      `UPDATE reminder SET state = 'claimed', claim_id = $3, lease_until = $2 WHERE state = 'due' AND id IN
         (SELECT id FROM reminder WHERE state = 'due' AND fire_at <= $1 AND (academy_id, event_id, version) =
            (SELECT academy_id, event_id, version FROM reminder WHERE state = 'due' AND fire_at <= $1
             ORDER BY fire_at LIMIT 1)
          LIMIT ${CLAIM} FOR UPDATE SKIP LOCKED)`,
      [now, leaseUntil, claimId],
    );
    return count === 0 ? undefined : claimId;
  }

  async finish(claimId: string): Promise<void> {
    await this.source.query(
      `UPDATE reminder SET state = 'sent' WHERE claim_id = $1 AND state = 'claimed'`,
      [claimId],
    );
  }

  async cancel(claimId: string, version: number): Promise<void> {
    await this.source.query(
      `UPDATE reminder SET state = 'cancelled', claim_id = NULL
       WHERE claim_id = $1 AND state = 'claimed' AND version = $2`,
      [claimId, version],
    );
  }

  async reschedule(user: string, minutes: number): Promise<void> {
    await this.source.query(
      `UPDATE reminder SET fire_at = starts_at - make_interval(mins => $2::integer)
       WHERE "user" = $1 AND state = 'due' AND own_minutes IS NULL`,
      [bytes(user), minutes],
    );
  }

  async sweep(before: Date): Promise<number> {
    await this.source.query(
      `DELETE FROM reminder WHERE (academy_id, event_id) IN
         (SELECT academy_id, event_id FROM calendar_event WHERE starts_at < $1)`,
      [before],
    );
    const [, count] = await this.source.query<Changed>(
      'DELETE FROM calendar_event WHERE starts_at < $1',
      [before],
    );
    return count;
  }
}

const REPLACE = `
  INSERT INTO reminder AS r (id, "user", user_id, user_name, fire_at, own_minutes, event_id, version,
    starts_at, academy_id, state)
  SELECT one.*, $7::text, $8::bigint, $9::timestamptz, $10::text, 'due'
  FROM unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::timestamptz[], $6::integer[]) AS one
  ON CONFLICT (id) DO UPDATE SET version = $8, fire_at = excluded.fire_at,
    own_minutes = excluded.own_minutes,
    state = CASE r.state WHEN 'claimed' THEN 'claimed' ELSE 'due' END
  WHERE r.state <> 'sent'`;
