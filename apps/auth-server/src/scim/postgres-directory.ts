import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Directory, DirectoryEntry, DirectoryFilter } from './directory.js';
import { nameKey } from '../users/user.js';
import { toUser, type UserRow } from '../users/postgres-users.js';
import { isUniqueViolation, uuidOrNull } from '../database/sql.js';

interface EntryRow extends UserRow {
  readonly user_name: string | null;
  readonly external_id: string | null;
}

const FROM = 'FROM auth_user LEFT JOIN directory_user ON user_id = id';

@Injectable()
export class PostgresDirectory implements Directory {
  constructor(private readonly source: DataSource) {}

  async list(filter: DirectoryFilter) {
    const { sql, values } = whereOf(filter);
    const size = values.length;
    const [rows, [count]] = await Promise.all([
      this.source.query<EntryRow[]>(
        `SELECT auth_user.*, user_name, external_id ${FROM} WHERE ${sql}
         ORDER BY created_at, id LIMIT $${size + 1} OFFSET $${size + 2}`,
        [...values, filter.limit, filter.offset],
      ),
      this.source.query<{ count: string }[]>(`SELECT count(*) ${FROM} WHERE ${sql}`, values),
    ]);
    return { entries: rows.map(toEntry), total: Number(count?.count ?? 0) };
  }

  async find(id: string): Promise<DirectoryEntry | undefined> {
    const { entries } = await this.list({ limit: 1, offset: 0, id });
    return entries[0];
  }

  async keep(
    userId: string,
    { userName, externalId }: Pick<DirectoryEntry, 'userName' | 'externalId'>,
  ): Promise<void> {
    try {
      await this.source.query(
        `INSERT INTO directory_user (user_id, user_name, user_name_key, external_id)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id) DO UPDATE SET user_name = excluded.user_name,
           user_name_key = excluded.user_name_key, external_id = excluded.external_id`,
        [userId, userName, nameKey(userName), externalId],
      );
    } catch (error) {
      if (isUniqueViolation(error)) throw AUTH_ERRORS.userExists({ cause: error });
      throw error;
    }
  }
}

/** Only what is asked for: each by an index, however many users there are. */
function whereOf({ id, userName, externalId, email, active }: DirectoryFilter) {
  const wanted: (readonly [unknown, (place: string) => string])[] = [
    [id === undefined ? undefined : (uuidOrNull(id) ?? NOBODY), (one) => `id = ${one}::uuid`],
    [
      userName === undefined ? undefined : nameKey(userName),
      (one) => `(user_name_key = ${one} OR user_name_key IS NULL AND username_key = ${one})`,
    ],
    [externalId, (one) => `external_id = ${one}`],
    [email === undefined ? undefined : nameKey(email), (one) => `email_key = ${one}`],
    [active, (one) => `is_active = ${one}`],
  ];
  const given = wanted.filter(([value]) => value !== undefined);
  return {
    sql: ['true', ...given.map(([, sql], index) => sql(`$${index + 1}`))].join(' AND '),
    values: given.map(([value]) => value),
  };
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

const toEntry = ({ user_name, external_id, ...row }: EntryRow): DirectoryEntry => ({
  user: toUser(row),
  userName: user_name ?? row.username,
  externalId: external_id,
  isManaged: user_name !== null,
});
