import { Injectable } from '@nestjs/common';
import type { Actor } from '../audit/actor.js';
import { ClientAdmin } from '../clients/client-admin.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { GroupAdmin } from '../groups/group-admin.js';
import { ScopeAdmin } from '../scopes/scope-admin.js';
import { DeclaredUpstreams } from './declared-upstreams.js';
import { DeclaredThings, type DeclaredThing } from './declared-things.js';

/** Takes away what a declaration has made and has no more; what was there before it is only forgotten. */
@Injectable()
export class Removals {
  constructor(
    private readonly scopeAdmin: ScopeAdmin,
    private readonly groupAdmin: GroupAdmin,
    private readonly clientAdmin: ClientAdmin,
    private readonly upstreams: DeclaredUpstreams,
    private readonly things: DeclaredThings,
    private readonly unit: UnitOfWork,
  ) {}

  async remove(thing: DeclaredThing, actor: Actor): Promise<void> {
    const { kind, name, isMade } = thing;
    await this.unit.run(async () => {
      if (isMade) await this.#end(thing, actor);
      await this.things.forget(kind, name);
    });
  }

  /** Clients and scopes are deactivated: names that were given out once stay taken. */
  async #end({ kind, name }: DeclaredThing, actor: Actor): Promise<void> {
    if (kind === 'client') await this.clientAdmin.deactivate(name, actor);
    if (kind === 'scope') await this.scopeAdmin.update(name, { isActive: false }, actor);
    if (kind === 'upstream') await this.upstreams.remove(name, actor);
    if (kind === 'group') {
      const { groups } = await this.groupAdmin.list({ limit: 1, offset: 0, name });
      for (const { id } of groups) await this.groupAdmin.remove(id, actor);
    }
  }
}
