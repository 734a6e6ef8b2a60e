import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { CalendarEvent, DueReminders, Reminder } from '../../domain/reminders.js';
import type { ReminderStore } from '../../domain/storage.js';
import { bytes, toPerson } from './rows.js';

/** An event as JSON keeps it. */
type EventBody = Omit<CalendarEvent, 'startsAt'> & { readonly startsAt: string };

interface ReminderRow {
  readonly user: Buffer;
  readonly user_id: string;
  readonly user_name: string;
}

interface Found {
  readonly event_id: string;
  readonly claim_id: string | null;
  readonly fire_at: Date;
  readonly version: string;
}

type Changed<Row = unknown> = readonly [Row[], number];

/** Most people of one claim: they become one creation. */
const CLAIM = 1000;

export class PostgresReminders implements ReminderStore {
  constructor(private readonly source: DataSource) {}

  async takeEvent(event: CalendarEvent): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `INSERT INTO calendar_event AS e (event_id, version, applied, starts_at, body)
       VALUES ($1, $2, false, $3, $4)
       ON CONFLICT (event_id) DO UPDATE SET version = $2, applied = false, starts_at = $3, body = $4
       WHERE e.version < $2 OR (e.version = $2 AND NOT e.applied)
       RETURNING 1`,
      [event.eventId, event.version, event.startsAt, JSON.stringify(event)],
    );
    return rows.length > 0;
  }

  async replace(event: CalendarEvent, reminders: readonly Reminder[]): Promise<void> {
    await this.source.transaction(async (manager) => {
      await manager.query(REPLACE, [
        reminders.map(({ id }) => id),
        reminders.map(({ person }) => bytes(person.user)),
        reminders.map(({ person }) => person.userId),
        reminders.map(({ person }) => person.userName),
        reminders.map(({ fireAt }) => fireAt),
        reminders.map(({ ownMinutes }) => ownMinutes ?? null),
        event.eventId,
        event.version,
        event.startsAt,
      ]);
      await manager.query(
        `UPDATE reminder SET state = 'cancelled', claim_id = NULL
         WHERE event_id = $1 AND version < $2 AND state IN ('due', 'claimed')`,
        [event.eventId, event.version],
      );
    });
  }

  async applied(eventId: string, version: number): Promise<void> {
    await this.source.query(
      'UPDATE calendar_event SET applied = true WHERE event_id = $1 AND version = $2',
      [eventId, version],
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
    const [row] = await this.source.query<{ body: EventBody }[]>(
      `SELECT body FROM calendar_event WHERE event_id =
         (SELECT event_id FROM reminder WHERE claim_id = $1 LIMIT 1)`,
      [claimId],
    );
    if (row === undefined) return undefined;
    const event = { ...row.body, startsAt: new Date(row.body.startsAt) };
    return { claimId, event, people: people.map(toPerson) };
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
         (SELECT id FROM reminder WHERE state = 'due' AND fire_at <= $1 AND (event_id, version) =
            (SELECT event_id, version FROM reminder WHERE state = 'due' AND fire_at <= $1
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

  async reschedule(user: string, minutes: number): Promise<void> {
    await this.source.query(
      `UPDATE reminder SET fire_at = starts_at - make_interval(mins => $2::integer)
       WHERE "user" = $1 AND state = 'due' AND own_minutes IS NULL`,
      [bytes(user), minutes],
    );
  }

  async sweep(before: Date): Promise<number> {
    await this.source.query(
      'DELETE FROM reminder WHERE event_id IN (SELECT event_id FROM calendar_event WHERE starts_at < $1)',
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
    starts_at, state)
  SELECT one.*, $7::text, $8::bigint, $9::timestamptz, 'due'
  FROM unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::timestamptz[], $6::integer[]) AS one
  ON CONFLICT (id) DO UPDATE SET version = $8, fire_at = excluded.fire_at,
    own_minutes = excluded.own_minutes, state = 'due', claim_id = NULL
  WHERE r.state <> 'sent'`;
