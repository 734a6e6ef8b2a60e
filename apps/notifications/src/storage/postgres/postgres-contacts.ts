import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Contact, ContactStore } from '../../people/contact-store.js';
import {
  changed,
  withDefaults,
  type Preferences,
  type PreferencesChange,
} from '../../settings/preferences.js';
import type { PreferenceStore } from '../../settings/preference-store.js';
import { bytes, given, hex } from './postgres-rows.js';

interface ContactRow {
  readonly user: Buffer;
  readonly email: string | null;
  readonly locale: string | null;
  readonly time_zone: string | null;
  readonly is_deactivated: boolean;
  readonly changed_at: Date;
}

interface PreferenceRow {
  readonly user: Buffer;
  readonly body: PreferencesChange;
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

@Injectable()
export class PostgresPreferenceStore implements PreferenceStore {
  constructor(private readonly source: DataSource) {}

  /** In a transaction: two changes at once must both hold. */
  async update(user: string, change: PreferencesChange): Promise<Preferences> {
    return this.source.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO preference ("user", body) VALUES ($1, '{}') ON CONFLICT ("user") DO NOTHING`,
        [bytes(user)],
      );
      const [row] = await manager.query<PreferenceRow[]>(
        'SELECT body FROM preference WHERE "user" = $1 FOR UPDATE',
        [bytes(user)],
      );
      const body = changed(row?.body ?? {}, change);
      await manager.query('UPDATE preference SET body = $2 WHERE "user" = $1', [
        bytes(user),
        JSON.stringify(body),
      ]);
      return withDefaults(body);
    });
  }

  async ofUsers(users: readonly string[]): Promise<ReadonlyMap<string, Preferences>> {
    const rows = await this.source.query<PreferenceRow[]>(
      'SELECT "user", body FROM preference WHERE "user" = ANY($1::bytea[])',
      [users.map(bytes)],
    );
    return new Map(rows.map(({ user, body }) => [hex(user), withDefaults(body)]));
  }
}
