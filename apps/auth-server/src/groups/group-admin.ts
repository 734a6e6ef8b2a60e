import type { Clock, Ids } from '@sextant/platform-clock';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import type { Group, GroupChange, GroupFilter, GroupMember, Groups } from './groups.js';
import type { Journal } from '../audit/journal.js';
import type { UnitOfWork } from '../database/unit-of-work.js';

export interface GroupAdminDependencies {
  readonly groups: Groups;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly unit: UnitOfWork;
}

export interface NewGroup {
  readonly name: string;
  readonly externalId: string | null;
  readonly members: readonly string[];
}

/** Groups, the same for the directory that fills them and the administrator who gives them roles. */
export class GroupAdmin {
  constructor(private readonly uses: GroupAdminDependencies) {}

  list(filter: GroupFilter) {
    return this.uses.groups.list(filter);
  }

  /** @throws {Problem} `group_not_found` */
  async get(id: string): Promise<Group> {
    const group = await this.uses.groups.find(id);
    if (group === undefined) throw AUTH_ERRORS.groupNotFound();
    return group;
  }

  members(id: string): Promise<readonly GroupMember[]> {
    return this.uses.groups.members(id);
  }

  of(userId: string): Promise<readonly Group[]> {
    return this.uses.groups.of(userId);
  }

  async create({ name, externalId, members }: NewGroup, actor: Actor): Promise<Group> {
    const { groups, clock, ids, unit } = this.uses;
    const now = new Date(clock.nowMs());
    const group = { id: ids.next(), name, externalId, roles: [], createdAt: now, updatedAt: now };
    await unit.run(async () => {
      await groups.add(group, members);
      await this.#journal('group.created', group.id, actor);
    });
    return group;
  }

  async change(id: string, change: GroupChange, actor: Actor): Promise<Group> {
    return this.uses.unit.run(async () => {
      const group = await this.uses.groups.change(id, change);
      if (group === undefined) throw AUTH_ERRORS.groupNotFound();
      await this.#journal('group.changed', id, actor, {
        members: Object.keys(change).filter((name) => name !== 'membersBefore'),
      });
      return group;
    });
  }

  async remove(id: string, actor: Actor): Promise<void> {
    await this.uses.unit.run(async () => {
      if (!(await this.uses.groups.remove(id))) throw AUTH_ERRORS.groupNotFound();
      await this.#journal('group.deleted', id, actor);
    });
  }

  async #journal(
    type: 'group.created' | 'group.changed' | 'group.deleted',
    subject: string,
    actor: Actor,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    await this.uses.journal.record({ type, actor: actor.id, subject, ip: actor.ip, details });
  }
}
