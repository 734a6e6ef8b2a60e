import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import { DataSource } from 'typeorm';
import type { KnownPerson, PeopleStore, Registration } from '../../people/people-store.js';
import { bytes, hex, toPerson, given } from './postgres-rows.js';
import type { ContactStore, Contact } from '../../people/contact-store.js';

interface PersonRow {
  readonly user: Buffer;
  readonly user_id: string;
  readonly user_name: string;
  readonly academy_id: string;
}

@Injectable()
export class PostgresPeopleStore implements PeopleStore {
  readonly #prepared: PreparedStatements;

  constructor(private readonly source: DataSource) {
    this.#prepared = new PreparedStatements(source);
  }

  async remember(people: readonly KnownPerson[], now: Date): Promise<void> {
    // The same person twice in one statement is an error; sorted, so that two replicas cannot lock each other.
    const once = new Map(people.map((person) => [person.user, person]));
    const sorted = [...once.values()].sort((one, other) => (one.user < other.user ? -1 : 1));
    await this.source.query(
      `INSERT INTO person ("user", user_id, user_name, academy_id, updated_at)
       SELECT *, $5::timestamptz FROM unnest($1::bytea[], $2::text[], $3::text[], $4::text[])
       ON CONFLICT ("user") DO UPDATE SET user_id = excluded.user_id,
         user_name = excluded.user_name, academy_id = excluded.academy_id, updated_at = $5
       WHERE person.updated_at <= $5`,
      [
        sorted.map(({ user }) => bytes(user)),
        sorted.map(({ userId }) => userId),
        sorted.map(({ userName }) => userName),
        sorted.map(({ academyId }) => academyId),
        now,
      ],
    );
  }

  async known(users: readonly string[]): Promise<ReadonlyMap<string, KnownPerson>> {
    const rows = await this.#prepared.rows<PersonRow>(
      'people_known',
      `SELECT "user", user_id, user_name, academy_id FROM person WHERE "user" = ANY($1::bytea[])`,
      [users.map(bytes)],
    );
    return new Map(
      rows.map((row) => [hex(row.user), { ...toPerson(row), academyId: row.academy_id }]),
    );
  }

  async register({ user, academyId, active, changedAt }: Registration): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `INSERT INTO registration ("user", academy_id, active, changed_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT ("user", academy_id) DO UPDATE SET active = $3, changed_at = $4
       WHERE registration.changed_at <= $4
       RETURNING 1`,
      [bytes(user), academyId, active, changedAt],
    );
    return rows.length > 0;
  }

  async registration(user: string, academyId: string): Promise<Registration | undefined> {
    const [row] = await this.source.query<{ active: boolean; changed_at: Date }[]>(
      'SELECT active, changed_at FROM registration WHERE "user" = $1 AND academy_id = $2',
      [bytes(user), academyId],
    );
    if (row === undefined) return undefined;
    return { user, academyId, active: row.active, changedAt: row.changed_at };
  }

  async forget(user: string): Promise<void> {
    await this.source.transaction(async (manager) => {
      for (const statement of FORGET) await manager.query(statement, [bytes(user)]);
    });
  }

  async isRegistered(user: string, academyId: string): Promise<boolean> {
    const rows = await this.#prepared.rows(
      'registration_active',
      'SELECT 1 FROM registration WHERE "user" = $1 AND academy_id = $2 AND active',
      [bytes(user), academyId],
    );
    return rows.length > 0;
  }
}

const FORGET = [
  ...[
    ...['notification', 'user_settings', 'preference', 'contact', 'mail_item', 'push_delivery'],
    ...['push_subscription', 'reminder', 'registration', 'class_member'],
    // What was to go out under the name, or has begun to, does not go on.
    ...['calendar_feed', 'audience_job', 'person'],
  ].map((table) => `DELETE FROM ${table} WHERE "user" = $1`),
];

interface ContactRow {
  readonly user: Buffer;
  readonly email: string | null;
  readonly locale: string | null;
  readonly time_zone: string | null;
  readonly is_deactivated: boolean;
  readonly changed_at: Date;
}

@Injectable()
export class PostgresContactStore implements ContactStore {
  constructor(private readonly source: DataSource) {}

  async put(contact: Contact): Promise<boolean> {
    const { user, email, locale, timeZone, isDeactivated = false, changedAt } = contact;
    const rows = await this.source.query<unknown[]>(
      `INSERT INTO contact ("user", email, locale, time_zone, changed_at, is_deactivated)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT ("user") DO UPDATE
         SET email = $2, locale = $3, time_zone = $4, changed_at = $5, is_deactivated = $6
       WHERE contact.changed_at <= $5
       RETURNING 1`,
      [bytes(user), email ?? null, locale ?? null, timeZone ?? null, changedAt, isDeactivated],
    );
    return rows.length > 0;
  }

  async ofUsers(users: readonly string[]): Promise<ReadonlyMap<string, Contact>> {
    const rows = await this.source.query<ContactRow[]>(
      'SELECT * FROM contact WHERE "user" = ANY($1::bytea[])',
      [users.map(bytes)],
    );
    return new Map(
      rows.map((row) => [
        hex(row.user),
        {
          user: hex(row.user),
          ...given('email', row.email),
          ...given('locale', row.locale),
          ...given('timeZone', row.time_zone),
          ...(row.is_deactivated ? { isDeactivated: true as const } : {}),
          changedAt: row.changed_at,
        },
      ]),
    );
  }
}
