import { type Settings, type SettingsRecord, DEFAULT_SETTINGS } from '../../settings/settings.js';
import { Injectable } from '@nestjs/common';
import type { SettingsStore } from '../../settings/settings-store.js';
import { DataSource } from 'typeorm';
import { Random } from '@sextant/platform-runtime/clock';
import type { Person } from '../../access/person.js';
import { bytes, hex, toPerson } from './postgres-rows.js';
import { newCreationId } from '../../access/object-id.js';
import {
  type PreferencesChange,
  type Preferences,
  changed,
  withDefaults,
} from '../../settings/preferences.js';
import type { PreferenceStore } from '../../settings/preference-store.js';

interface SettingsRow {
  readonly id: Buffer;
  readonly user: Buffer;
  readonly user_id: string;
  readonly user_name: string;
  readonly settings: Settings;
  readonly created_at: Date;
  readonly updated_at: Date;
}

@Injectable()
export class PostgresSettingsStore implements SettingsStore {
  constructor(
    private readonly source: DataSource,
    private readonly random: Random,
  ) {}

  async read(owner: Person, now: Date): Promise<SettingsRecord> {
    const [row] = await this.source.query<SettingsRow[]>(
      'SELECT * FROM user_settings WHERE "user" = $1',
      [bytes(owner.user)],
    );
    return row === undefined ? this.update(owner, {}, now) : toRecord(row);
  }

  async update(owner: Person, change: Partial<Settings>, now: Date): Promise<SettingsRecord> {
    const { user, userId, userName } = owner;
    const [row] = await this.source.query<SettingsRow[]>(
      `INSERT INTO user_settings AS s (id, "user", user_id, user_name, settings, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5::jsonb || $6::jsonb, $7, $7)
       ON CONFLICT ("user") DO UPDATE SET settings = s.settings || $6::jsonb, updated_at = $7
       RETURNING *`,
      [
        bytes(newCreationId(now.getTime(), this.random)),
        bytes(user),
        userId,
        userName,
        JSON.stringify(DEFAULT_SETTINGS),
        JSON.stringify(change),
        now,
      ],
    );
    if (row === undefined) throw new Error('The settings were not stored.');
    return toRecord(row);
  }

  async ofUsers(users: readonly string[]): Promise<ReadonlyMap<string, Settings>> {
    const rows = await this.source.query<SettingsRow[]>(
      'SELECT "user", settings FROM user_settings WHERE "user" = ANY($1::bytea[])',
      [users.map(bytes)],
    );
    return new Map(rows.map(({ user, settings }) => [hex(user), inOrder(settings)]));
  }
}

const toRecord = (row: SettingsRow): SettingsRecord => ({
  id: hex(row.id),
  owner: toPerson(row),
  settings: inOrder(row.settings),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** jsonb sorts members its own way. */
const inOrder = (settings: Settings): Settings => ({ ...DEFAULT_SETTINGS, ...settings });

interface PreferenceRow {
  readonly user: Buffer;
  readonly body: PreferencesChange;
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
