import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StandardClaims } from '../claims/standard-claims.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import {
  nameKey,
  type User,
  type UserChange,
  type UserFilter,
  type Users,
  type UserWithPassword,
} from './user.js';
import { NO_PASSWORD, Passwords } from '../passwords/passwords.js';
import { Batch } from '../database/batch.js';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import { assignments, isUniqueViolation, uuidOrNull } from '../database/sql.js';

export interface UserRow {
  readonly id: string;
  readonly object_id: string;
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly academy_id: string;
  readonly roles: string[];
  readonly group_roles: string[];
  readonly is_active: boolean;
  readonly is_admin: boolean;
  readonly is_verified: boolean;
  readonly claims: StandardClaims;
  readonly password_hash: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_login: Date | null;
  readonly generation: number;
}

const COLUMNS: Readonly<Record<string, string>> = {
  email: 'email',
  name: 'name',
  givenName: 'given_name',
  familyName: 'family_name',
  academyId: 'academy_id',
  roles: 'roles',
  isActive: 'is_active',
  isAdmin: 'is_admin',
  isVerified: 'is_verified',
  claims: 'claims',
  passwordHash: 'password_hash',
};

@Injectable()
export class PostgresUsers implements Users {
  readonly #reads = new Batch<string, User | undefined>((ids) => this.#findAll(ids));

  readonly #prepared: PreparedStatements;

  constructor(
    private readonly source: DataSource,
    private readonly passwords: Passwords,
  ) {
    this.#prepared = new PreparedStatements(source);
  }

  /** Asked for with every token of a person: concurrent questions share a statement. */
  find(id: string): Promise<User | undefined> {
    return uuidOrNull(id) === null ? Promise.resolve(undefined) : this.#reads.run(id);
  }

  async findSettled(id: string): Promise<User | undefined> {
    const [row] = await this.#prepared.rows<UserRow>(
      'user-settled',
      'SELECT * FROM auth_user WHERE id = $1::uuid FOR SHARE',
      [uuidOrNull(id)],
    );
    return row === undefined ? undefined : toUser(row);
  }

  async findToChange(id: string): Promise<User | undefined> {
    const [row] = await this.source.query<UserRow[]>(
      'SELECT * FROM auth_user WHERE id = $1::uuid FOR UPDATE',
      [uuidOrNull(id)],
    );
    return row === undefined ? undefined : toUser(row);
  }

  async findForSignIn(name: string): Promise<UserWithPassword | undefined> {
    const key = nameKey(name);
    // A user name wins over an equal e-mail address: names cannot contain @, so both never match.
    const [row] = await this.#prepared.rows<UserRow>(
      'users-by-name',
      'SELECT * FROM auth_user WHERE username_key = $1 OR email_key = $1 ORDER BY username_key = $1 DESC LIMIT 1',
      [key],
    );
    return row === undefined ? undefined : { user: toUser(row), passwordHash: row.password_hash };
  }

  /** @param place a UUID: the hash of whose id comes next, and of the first where there is none after it */
  async foreignHashAt(place: string): Promise<string | undefined> {
    const [row] = await this.#prepared.rows<Pick<UserRow, 'password_hash'>>(
      'users-foreign-hash',
      `SELECT password_hash FROM
         ((SELECT 1 AS turn, password_hash FROM auth_user WHERE has_foreign_hash AND id >= $1 ORDER BY id LIMIT 1)
          UNION ALL
          (SELECT 2, password_hash FROM auth_user WHERE has_foreign_hash ORDER BY id LIMIT 1)) AS found
       ORDER BY turn LIMIT 1`,
      [place],
    );
    return row?.password_hash;
  }

  async list({ limit, offset, active, admin, q }: UserFilter) {
    const search = q === undefined ? '' : ` AND (${SEARCH})`;
    const where = `($1::boolean IS NULL OR is_active = $1) AND ($2::boolean IS NULL OR is_admin = $2)${search}`;
    const filter = [active ?? null, admin ?? null, ...(q === undefined ? [] : prefixesOf(q))];
    const size = filter.length;
    // Whole rows of the page alone: what is before it is walked over in the index.
    const rows = await this.source.query<UserRow[]>(
      `SELECT auth_user.* FROM
         (SELECT id, created_at FROM auth_user WHERE ${where}
          ORDER BY created_at, id LIMIT $${size + 1} OFFSET $${size + 2}) AS page
         JOIN auth_user USING (id) ORDER BY page.created_at, page.id`,
      [...filter, limit, offset],
    );
    const users = rows.map(toUser);
    // A page with room left says by itself how many there are.
    const isLast = users.length < limit && (users.length > 0 || offset === 0);
    if (isLast) return { users, total: offset + users.length };
    const [count] = await this.source.query<{ count: string }[]>(
      `SELECT count(*) FROM auth_user WHERE ${where}`,
      filter,
    );
    return { users, total: Number(count?.count ?? 0) };
  }

  async add(user: User, passwordHash: string): Promise<void> {
    const row: Record<string, unknown> = {
      id: user.id,
      object_id: user.objectId,
      username: user.username,
      username_key: nameKey(user.username),
      email: user.email,
      email_key: nameKey(user.email),
      name: user.name,
      given_name: user.givenName,
      family_name: user.familyName,
      academy_id: user.academyId,
      roles: user.roles,
      is_active: user.isActive,
      is_admin: user.isAdmin,
      is_verified: user.isVerified,
      password_hash: passwordHash,
      has_foreign_hash: passwordHash !== NO_PASSWORD && this.passwords.isOutdated(passwordHash),
      claims: user.claims,
      created_at: user.createdAt,
      updated_at: user.updatedAt,
    };
    const names = Object.keys(row);
    await unique(
      this.source.query(
        `INSERT INTO auth_user (${names.join(', ')})
         VALUES (${names.map((_name, index) => `$${index + 1}`).join(', ')})`,
        Object.values(row),
      ),
    );
  }

  async change(id: string, change: UserChange): Promise<User | undefined> {
    const { sql, values } = assignments(change, COLUMNS);
    const extra = change.email === undefined ? [] : [nameKey(change.email)];
    const set = [
      ...sql,
      ...extra.map(() => `email_key = $${values.length + 2}`),
      ...(change.passwordHash === undefined ? [] : ['has_foreign_hash = false']),
    ];
    if (set.length === 0) return this.find(id);
    const update = {
      sql: `UPDATE auth_user SET ${[...set, 'updated_at = now()'].join(', ')} WHERE id = $1::uuid RETURNING *`,
      values: [uuidOrNull(id), ...values, ...extra],
    };
    const isLoss = change.isAdmin === false || change.isActive === false;
    const rows = await unique(isLoss ? this.#keepingAnAdmin(update) : rowsOf(this.source, update));
    return rows[0] === undefined ? undefined : toUser(rows[0]);
  }

  async rehashed(id: string, oldHash: string, newHash: string): Promise<void> {
    await this.source.query(
      `UPDATE auth_user SET password_hash = $3, has_foreign_hash = false
       WHERE id = $1 AND password_hash = $2`,
      [id, oldHash, newHash],
    );
  }

  async signedOut(id: string): Promise<void> {
    await this.source.query('UPDATE auth_user SET generation = generation + 1 WHERE id = $1', [id]);
  }

  async remove(id: string): Promise<void> {
    await this.source.query(
      `WITH gone AS (DELETE FROM auth_user WHERE id = $1 RETURNING username_key, email_key),
         names AS (SELECT unnest(ARRAY[username_key, email_key]) AS name FROM gone),
         failures AS (DELETE FROM login_failure USING names
                      WHERE key LIKE 'pair:%' AND split_part(substr(key, 6), E'\\n', 1) = name
                         OR key = 'account:' || name)
       DELETE FROM login_place USING names WHERE account = name`,
      [id],
    );
  }

  /** One after the other: two administrators must not take the right from each other at once. */
  async #keepingAnAdmin(update: Update): Promise<UserRow[]> {
    return this.source.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(hashtext('auth_user.is_admin'))`);
      const isLeft = async () => (await manager.query<unknown[]>(HAS_ADMIN, [])).length > 0;
      const wasLeft = await isLeft();
      const rows = await rowsOf(manager, update);
      if (wasLeft && !(await isLeft())) throw AUTH_ERRORS.lastAdmin();
      return rows;
    });
  }

  async #findAll(ids: readonly string[]): Promise<readonly (User | undefined)[]> {
    const rows = await this.#prepared.rows<UserRow>(
      'users-by-id',
      'SELECT * FROM auth_user WHERE id = ANY($1::uuid[])',
      [ids],
    );
    const byId = new Map(rows.map((row) => [row.id, toUser(row)]));
    return ids.map((id) => byId.get(id.toLowerCase()));
  }
}

/** Each by an index of its own (`text_pattern_ops`), which any number of users holds up. */
const SEARCH = `username_key LIKE $3 OR email_key LIKE $3 OR lower(name) LIKE $4`;

/** What is searched for is no pattern. */
function prefixesOf(q: string): [string, string] {
  const escaped = (text: string) => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return [escaped(nameKey(q)), escaped(q.toLowerCase().trim())];
}

const HAS_ADMIN = 'SELECT 1 FROM auth_user WHERE is_admin AND is_active LIMIT 1';

interface Update {
  readonly sql: string;
  readonly values: unknown[];
}

const rowsOf = async (
  source: Pick<DataSource, 'query'>,
  { sql, values }: Update,
): Promise<UserRow[]> => (await source.query<[UserRow[], number]>(sql, values))[0];

async function unique<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error)) throw AUTH_ERRORS.userExists({ cause: error });
    throw error;
  }
}

export const toUser = (row: UserRow): User => ({
  id: row.id,
  objectId: row.object_id,
  username: row.username,
  email: row.email,
  name: row.name,
  givenName: row.given_name,
  familyName: row.family_name,
  academyId: row.academy_id,
  roles: row.roles,
  groupRoles: row.group_roles,
  isActive: row.is_active,
  isAdmin: row.is_admin,
  isVerified: row.is_verified,
  claims: row.claims,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastLogin: row.last_login,
  generation: row.generation,
});
