import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type {
  Group,
  GroupChange,
  GroupFilter,
  GroupMember,
  Groups,
  MemberChange,
} from './groups.js';
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

  async list({ limit, offset, id, name, externalId, member }: GroupFilter) {
    const where = `($1::uuid IS NULL OR id = $1) AND ($2::text IS NULL OR name = $2)
      AND ($3::text IS NULL OR external_id = $3)
      AND ($4::uuid IS NULL OR id IN (SELECT group_id FROM user_group_member WHERE user_id = $4))`;
    const ids = [id, member].map((one) => (one === undefined ? null : uuidOrNull(one)));
    // What is no id names nothing.
    const isNone = [id, member].some((one) => one !== undefined && uuidOrNull(one) === null);
    if (isNone) return { groups: [], total: 0 };
    const values = [ids[0], name ?? null, externalId ?? null, ids[1]];
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
      await renewRoles(manager, await putMembers(manager, group.id, members));
      return true;
    });
  }

  async change(id: string, { members, ...change }: GroupChange): Promise<Group | undefined> {
    const isThere = await this.#changing(async (manager) => {
      const { sql, values } = assignments(change, COLUMNS);
      // It holds the group's row: changes of its members come one after the other.
      const [rows] = await manager.query<[{ id: string }[], number]>(
        `UPDATE user_group SET ${[...sql, 'updated_at = now()'].join(', ')} WHERE id = $1::uuid RETURNING id`,
        [uuidOrNull(id), ...values],
      );
      if (rows.length === 0) return false;
      await manager.query(HOLD, [await concernedBy(manager, id, members, change)]);
      const moved = members === undefined ? [] : await changeMembers(manager, id, members);
      const all = change.roles === undefined ? [] : await idsIn(manager, id);
      await renewRoles(manager, [...new Set([...moved, ...all])]);
      return true;
    });
    return isThere ? this.find(id) : undefined;
  }

  async remove(id: string): Promise<boolean> {
    return this.source.transaction(async (manager) => {
      // Nobody joins between the look at the members and the end of the group.
      await manager.query('SELECT 1 FROM user_group WHERE id = $1 FOR UPDATE', [uuidOrNull(id)]);
      const users = await idsIn(manager, id);
      await manager.query(HOLD, [users]);
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

/**
 * Whoever may come, go or get other roles: they are held before any membership is touched, all at once and in one order. Who is
 * being deleted, with all memberships, is waited for, and does not wait in turn.
 */
async function concernedBy(
  manager: EntityManager,
  id: string,
  members: MemberChange | undefined,
  { roles }: GroupChange,
): Promise<readonly string[]> {
  const isAll = roles !== undefined || members?.kind === 'replaced';
  const present = isAll ? await idsIn(manager, id) : [];
  const named = namedIn(members).filter((one) => uuidOrNull(one) !== null);
  return [...new Set([...named, ...present])];
}

function namedIn(change: MemberChange | undefined): readonly string[] {
  if (change === undefined) return [];
  return change.kind === 'replaced' ? change.members : [...change.added, ...change.removed];
}

/** @returns who has come or gone */
async function changeMembers(
  manager: EntityManager,
  id: string,
  change: MemberChange,
): Promise<readonly string[]> {
  if (change.kind === 'changed') {
    const gone = await takeMembers(manager, id, change.removed);
    return [...gone, ...(await putMembers(manager, id, change.added))];
  }
  const stay = new Set(change.members.map((one) => one.toLowerCase()));
  const others = (await idsIn(manager, id)).filter((one) => !stay.has(one));
  const gone = await takeMembers(manager, id, others);
  return [...gone, ...(await putMembers(manager, id, change.members))];
}

/** Whoever is none is gone already. */
async function takeMembers(
  manager: EntityManager,
  id: string,
  members: readonly string[],
): Promise<readonly string[]> {
  const ids = members.filter((one) => uuidOrNull(one) !== null);
  if (ids.length === 0) return [];
  const [rows] = await manager.query<[{ user_id: string }[], number]>(
    `DELETE FROM user_group_member WHERE group_id = $1 AND user_id = ANY($2::uuid[])
     RETURNING user_id`,
    [id, ids],
  );
  return rows.map(({ user_id }) => user_id);
}

/**
 * @returns who was none before
 * @throws {Problem} `user_not_found` for a member that is no user
 */
async function putMembers(
  manager: EntityManager,
  id: string,
  members: readonly string[],
): Promise<readonly string[]> {
  const ids = [...new Set(members.map((one) => uuidOrNull(one)?.toLowerCase()))];
  if (ids.length === 0) return [];
  if (ids.includes(undefined)) throw AUTH_ERRORS.unknownMember();
  // Nobody is deleted between this and the next statement.
  const known = await manager.query<unknown[]>(
    'SELECT 1 FROM auth_user WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE',
    [ids],
  );
  if (known.length !== ids.length) throw AUTH_ERRORS.unknownMember();
  const rows = await manager.query<{ user_id: string }[]>(
    `INSERT INTO user_group_member (group_id, user_id) SELECT $1::uuid, unnest($2::uuid[])
     ON CONFLICT DO NOTHING RETURNING user_id`,
    [id, ids],
  );
  return rows.map(({ user_id }) => user_id);
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
