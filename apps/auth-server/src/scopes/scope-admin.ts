import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import { type AuditedType, Journal } from '../audit/journal.js';
import { type Scope, type ScopeChange, Scopes } from './scope.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { ADMIN_SCOPE, isOpenidScope, isPrivileged } from './scope.js';

/** Administration of scopes (spec 2, part 4.1). */
@Injectable()
export class ScopeAdmin {
  constructor(
    private readonly scopes: Scopes,
    private readonly journal: Journal,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly unit: UnitOfWork,
  ) {}

  list(): Promise<readonly Scope[]> {
    return this.scopes.list();
  }

  async get(id: string): Promise<Scope> {
    const scope = await this.scopes.find(id);
    if (scope === undefined) throw AUTH_ERRORS.scopeNotFound();
    return scope;
  }

  async create(
    {
      roles = [],
      ...values
    }: Pick<Scope, 'name' | 'description' | 'isDefault'> & { readonly roles?: readonly string[] },
    actor: Actor,
  ): Promise<Scope> {
    if (isOpenidScope(values.name)) throw AUTH_ERRORS.scopeExists();
    if (values.isDefault && isPrivileged(values.name)) throw AUTH_ERRORS.adminScope();
    const { ids, clock, scopes, unit } = this;
    const createdAt = new Date(clock.nowMs());
    const scope: Scope = { ...values, roles, id: ids.next(), isActive: true, createdAt };
    await unit.run(async () => {
      await scopes.add(scope);
      await this.#journal('scope.created', scope, actor);
    });
    return scope;
  }

  async update(id: string, change: ScopeChange, actor: Actor): Promise<Scope> {
    const current = await this.get(id);
    if (current.name === ADMIN_SCOPE && change.isActive === false) throw AUTH_ERRORS.adminScope();
    if (isPrivileged(current.name) && change.isDefault === true) throw AUTH_ERRORS.adminScope();
    return this.unit.run(async () => {
      const scope = await this.scopes.change(current.id, change);
      if (scope === undefined) throw AUTH_ERRORS.scopeNotFound();
      const type = change.isActive === false ? 'scope.deactivated' : 'scope.changed';
      await this.#journal(type, scope, actor);
      return scope;
    });
  }

  async #journal(type: AuditedType, scope: Scope, actor: Actor): Promise<void> {
    await this.journal.record({ type, actor: actor.id, subject: scope.name, ip: actor.ip });
  }
}
