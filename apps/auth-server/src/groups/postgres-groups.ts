import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Group, GroupChange, GroupFilter, GroupMember, Groups } from './groups.js';
import { assignments, isUniqueViolation, uuidOrNull } from '../database/sql.js';

interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly external_id: string | null;
  readonly roles: string[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = { name: 'name', externalId: 'external_id', roles: 'roles' };

const HOLD = 'SELECT 1 FROM auth_user WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE';

/** Of these users, from the groups that they are in now. */
const RENEW_ROLES = `UPDATE auth_user SET group_roles = coalesce(
    (SELECT array_agg(DISTINCT role ORDER BY role)
     FROM user_group_member JOIN user_group ON id = group_id, unnest(roles) AS role
     WHERE user_id = auth_user.id), '{}')
  WHERE id = ANY($1::uuid[])`;

@Injectable()
export class PostgresGroups implements Groups {
  constructor(private readonly source: DataSource) {}

  async list({ limit, offset, id, name, externalId }: GroupFilter) {
    const where = `($1::uuid IS NULL OR id = $1) AND ($2::text IS NULL OR name = $2)
      AND ($3::text IS NULL OR external_id = $3) AND ($4 OR $1 IS NOT NULL)`;
    const wanted = id === undefined ? null : uuidOrNull(id);
    const values = [wanted, name ?? null, externalId ?? null, id === undefined];
    const [rows, [count]] = await Promise.all([
      this.source.query<GroupRow[]>(
        `SELECT * FROM user_group WHERE ${where} ORDER BY created_at, id LIMIT $5 OFFSET $6`,
        [...values, limit, offset],
      ),
      this.source.query<{ count: string }[]>(
        `SELECT count(*) FROM user_group WHERE ${where}`,
        values,
      ),
    ]);
    return { groups: rows.map(toGroup), total: Number(count?.count ?? 0) };
  }

  async find(id: string): Promise<Group | undefined> {
    const { groups } = await this.list({ limit: 1, offset: 0, id });
    return groups[0];
  }

  members(id: string): Promise<readonly GroupMember[]> {
    return this.source.query<GroupMember[]>(
      `SELECT id, username FROM auth_user JOIN user_group_member ON user_id = id
       WHERE group_id = $1 ORDER BY created_at, id`,
      [uuidOrNull(id)],
    );
  }

  async of(userId: string): Promise<readonly Group[]> {
    const rows = await this.source.query<GroupRow[]>(
      `SELECT user_group.* FROM user_group JOIN user_group_member ON group_id = id
       WHERE user_id = $1 ORDER BY name`,
      [uuidOrNull(userId)],
    );
    return rows.map(toGroup);
  }

  async add(group: Group, members: readonly string[]): Promise<void> {
    await this.#changing(async (manager) => {
      await manager.query(
        `INSERT INTO user_group (id, name, external_id, roles, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [group.id, group.name, group.externalId, group.roles, group.createdAt, group.updatedAt],
      );
      await setMembers(manager, group.id, members);
      return true;
    });
  }

  async change(
    id: string,
    { members, membersBefore, ...change }: GroupChange,
  ): Promise<Group | undefined> {
    const isThere = await this.#changing(async (manager) => {
      const { sql, values } = assignments(change, COLUMNS);
      const [rows] = await manager.query<[{ id: string }[], number]>(
        `UPDATE user_group SET ${[...sql, 'updated_at = now()'].join(', ')} WHERE id = $1::uuid RETURNING id`,
        [uuidOrNull(id), ...values],
      );
      if (rows.length === 0) return false;
      if (members !== undefined) {
        const now = membersBefore === undefined ? undefined : await idsIn(manager, id);
        await setMembers(manager, id, merged(members, membersBefore, now));
      } else if (change.roles !== undefined) await renewRoles(manager, await idsIn(manager, id));
      return true;
    });
    return isThere ? this.find(id) : undefined;
  }

  async remove(id: string): Promise<boolean> {
    return this.source.transaction(async (manager) => {
      const users = await idsIn(manager, id);
      const [rows] = await manager.query<[unknown[], number]>(
        'DELETE FROM user_group WHERE id = $1 RETURNING id',
        [uuidOrNull(id)],
      );
      await renewRoles(manager, users);
      return rows.length > 0;
    });
  }

  async #changing(work: (manager: EntityManager) => Promise<boolean>): Promise<boolean> {
    try {
      return await this.source.transaction(work);
    } catch (error) {
      if (isUniqueViolation(error)) throw AUTH_ERRORS.groupExists({ cause: error });
      throw error;
    }
  }
}

const idsIn = async (manager: EntityManager, id: string): Promise<string[]> => {
  const rows = await manager.query<{ user_id: string }[]>(
    'SELECT user_id FROM user_group_member WHERE group_id = $1',
    [uuidOrNull(id)],
  );
  return rows.map(({ user_id }) => user_id);
};

/** The group's row is held: nobody changes `now` before this is stored. */
function merged(
  members: readonly string[],
  before: readonly string[] = [],
  now: readonly string[] = before,
): readonly string[] {
  const [wasIn, isIn] = [new Set(before), new Set(now)];
  const wanted = members.map((id) => id.toLowerCase());
  const others = now.filter((id) => !wasIn.has(id));
  const kept = wanted.filter((id) => !wasIn.has(id) || isIn.has(id));
  return [...others, ...kept];
}

/** @throws {Problem} `user_not_found` for a member that is no user */
async function setMembers(
  manager: EntityManager,
  id: string,
  members: readonly string[],
): Promise<void> {
  const before = await idsIn(manager, id);
  const wanted = [...new Set(members.map((one) => uuidOrNull(one)?.toLowerCase()))];
  await manager.query(
    'DELETE FROM user_group_member WHERE group_id = $1 AND user_id <> ALL($2::uuid[])',
    [id, wanted.filter((one) => one !== undefined)],
  );
  await manager.query(
    `INSERT INTO user_group_member (group_id, user_id)
     SELECT $1::uuid, id FROM auth_user WHERE id = ANY($2::uuid[]) ON CONFLICT DO NOTHING`,
    [id, wanted.filter((one) => one !== undefined)],
  );
  const now = await idsIn(manager, id);
  if (now.length !== wanted.length) throw AUTH_ERRORS.unknownMember();
  await renewRoles(manager, [...new Set([...before, ...now])]);
}

/**
 * The users are held first, by a statement of its own: what others do meanwhile to groups that they are in is
 * seen by the next. All do so in one order.
 */
async function renewRoles(manager: EntityManager, users: readonly string[]): Promise<void> {
  if (users.length === 0) return;
  await manager.query(HOLD, [users]);
  await manager.query(RENEW_ROLES, [users]);
}

const toGroup = (row: GroupRow): Group => ({
  id: row.id,
  name: row.name,
  externalId: row.external_id,
  roles: row.roles,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
