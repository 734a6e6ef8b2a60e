import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import {
  type Group,
  type GroupChange,
  type GroupFilter,
  type GroupMember,
  Groups,
  type MemberChange,
} from './groups.js';
import { Journal } from '../audit/journal.js';
import { UnitOfWork } from '../database/unit-of-work.js';

export interface NewGroup {
  readonly name: string;
  readonly externalId: string | null;
  readonly members: readonly string[];
}

/** Groups, the same for the directory that fills them and the administrator who gives them roles. */
@Injectable()
export class GroupAdmin {
  constructor(
    private readonly groups: Groups,
    private readonly journal: Journal,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly unit: UnitOfWork,
  ) {}

  list(filter: GroupFilter) {
    return this.groups.list(filter);
  }

  /** @throws {Problem} `group_not_found` */
  async get(id: string): Promise<Group> {
    const group = await this.groups.find(id);
    if (group === undefined) throw AUTH_ERRORS.groupNotFound();
    return group;
  }

  members(id: string): Promise<readonly GroupMember[]> {
    return this.groups.members(id);
  }

  of(userId: string): Promise<readonly Group[]> {
    return this.groups.of(userId);
  }

  async create({ name, externalId, members }: NewGroup, actor: Actor): Promise<Group> {
    const { groups, clock, ids, unit } = this;
    const now = new Date(clock.nowMs());
    const group = { id: ids.next(), name, externalId, roles: [], createdAt: now, updatedAt: now };
    await unit.run(async () => {
      await groups.add(group, members);
      await this.#journal('group.created', group.id, actor);
    });
    return group;
  }

  async change(id: string, change: GroupChange, actor: Actor): Promise<Group> {
    return this.unit.run(async () => {
      const group = await this.groups.change(id, change);
      if (group === undefined) throw AUTH_ERRORS.groupNotFound();
      await this.#journal('group.changed', id, actor, {
        members: Object.keys(change),
        ...countsOf(change.members),
      });
      return group;
    });
  }

  async remove(id: string, actor: Actor): Promise<void> {
    await this.unit.run(async () => {
      if (!(await this.groups.remove(id))) throw AUTH_ERRORS.groupNotFound();
      await this.#journal('group.deleted', id, actor);
    });
  }

  async #journal(
    type: 'group.created' | 'group.changed' | 'group.deleted',
    subject: string,
    actor: Actor,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    await this.journal.record({ type, actor: actor.id, subject, ip: actor.ip, details });
  }
}

/** How many were named, for the audit log: groups may have tens of thousands. */
const countsOf = (change: MemberChange | undefined): object => {
  if (change === undefined) return {};
  return change.kind === 'replaced'
    ? { total: change.members.length }
    : { added: change.added.length, removed: change.removed.length };
};
