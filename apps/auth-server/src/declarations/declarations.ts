import { Injectable } from '@nestjs/common';
import type { Actor } from '../audit/actor.js';
import { ClientAdmin, type DeclaredClient } from '../clients/client-admin.js';
import { isSecretOf } from '../clients/client-secret.js';
import { Clients, isFirstParty, type Client } from '../clients/client.js';
import { requireOwnAddresses } from '../clients/first-party.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { GroupAdmin } from '../groups/group-admin.js';
import { Identity } from '../http/identity.js';
import { Sealer } from '../keys/sealer.js';
import { ScopeAdmin } from '../scopes/scope-admin.js';
import type { Scope } from '../scopes/scope.js';
import type { UpstreamEntry } from '../upstream/upstream-file.js';
import { differingMembers } from './compare.js';
import type { Declaration, DeclaredGroup, DeclaredScope, Difference } from './declaration.js';
import { DeclaredUpstreams } from './declared-upstreams.js';
import { DeclaredThings, type ThingKind } from './declared-things.js';
import { Removals } from './removals.js';

/** A difference, and what takes it away. */
export interface Step extends Difference {
  readonly run: (actor: Actor) => Promise<void>;
}

/** Makes what is there what a file says: it plans first, and each step is whole or not at all. */
@Injectable()
export class Declarations {
  constructor(
    private readonly identity: Identity,
    private readonly scopeAdmin: ScopeAdmin,
    private readonly groupAdmin: GroupAdmin,
    private readonly clients: Clients,
    private readonly clientAdmin: ClientAdmin,
    private readonly upstreams: DeclaredUpstreams,
    private readonly things: DeclaredThings,
    private readonly removals: Removals,
    private readonly sealer: Sealer,
    private readonly unit: UnitOfWork,
  ) {}

  /**
   * What would be done: scopes before the clients that have them, and what no file has any more last.
   *
   * @param prunes whether that is removed, where a declaration has made it
   * @throws {RangeError} for a first-party client with an address that another program can have
   */
  async plan(declaration: Declaration, prunes: boolean): Promise<readonly Step[]> {
    const { scopes, groups, clients, upstreams } = declaration;
    for (const client of clients) requireOwnAddresses(client, this.identity.issuer);
    const stored = new Map((await this.scopeAdmin.list()).map((scope) => [scope.name, scope]));
    const all = [
      ...scopes.map((one) => this.#scope(one, stored.get(one.name))),
      ...(await Promise.all(groups.map((one) => this.#group(one)))),
      ...(await Promise.all(clients.map((one) => this.client(one, true)))),
      ...(await this.#upstreams(upstreams)),
      ...(await this.#leftOver(declaration, prunes)),
    ];
    return all.filter((step) => step !== undefined);
  }

  #scope(declared: DeclaredScope, own: Scope | undefined): Step | undefined {
    const { name, description, roles, isDefault } = declared;
    const wanted = { description, roles, is_default: isDefault, is_active: true };
    const members = differingMembers(
      own === undefined
        ? {}
        : {
            ...{ description: own.description, roles: own.roles },
            ...{ is_default: own.isDefault, is_active: own.isActive },
          },
      wanted,
    );
    return this.#step('scope', { name, isNew: own === undefined, members }, async (actor) => {
      const change = { description, roles, isDefault, isActive: true };
      if (own === undefined) await this.scopeAdmin.create(declared, actor);
      else await this.scopeAdmin.update(name, change, actor);
    });
  }

  async #group({ name, roles }: DeclaredGroup): Promise<Step | undefined> {
    const {
      groups: [own],
    } = await this.groupAdmin.list({ limit: 1, offset: 0, name });
    const members = differingMembers(own === undefined ? {} : { roles: own.roles }, { roles });
    return this.#step('group', { name, isNew: own === undefined, members }, async (actor) => {
      const group =
        own ?? (await this.groupAdmin.create({ name, externalId: null, members: [] }, actor));
      await this.groupAdmin.change(group.id, { roles }, actor);
    });
  }

  /**
   * One client alone; `undefined` where nothing is different.
   *
   * @param isOfFile whether it goes when a later file has it no more
   * @throws {RangeError} for an id that is the server's own
   */
  async client(declared: DeclaredClient, isOfFile: boolean): Promise<Step | undefined> {
    const name = declared.clientId;
    const own = await this.clients.find(name);
    if (isFirstParty(name) || (own !== undefined && own.clientId !== name)) {
      throw new RangeError(`the client_id ${name} is taken by this server. Choose another one.`);
    }
    const members = [
      ...differingMembers(
        own === undefined ? {} : membersOf(own),
        membersOf({ ...declared, isActive: true }),
      ),
      ...(this.#hasSecret(own, declared) ? [] : ['client_secret']),
    ];
    if (members.length === 0) return undefined;
    const run = (actor: Actor) =>
      this.clientAdmin.declare(declared, actor, async (isMade) => {
        if (isOfFile) await this.things.keep({ kind: 'client', name, isMade });
      });
    return { kind: 'client', name, action: own === undefined ? 'create' : 'change', members, run };
  }

  #hasSecret(own: Client | undefined, { secret, metadata }: DeclaredClient): boolean {
    if (secret === undefined) return true;
    return own !== undefined && isSecretOf({ ...own, metadata }, secret, this.sealer);
  }

  async #upstreams(declared: readonly UpstreamEntry[]): Promise<(Step | undefined)[]> {
    const stored = new Map((await this.upstreams.list()).map((entry) => [entry.id, entry]));
    return declared.map((entry) => {
      const own = stored.get(entry.id);
      const members = differingMembers(
        own === undefined ? {} : Object.fromEntries(Object.entries(own)),
        Object.fromEntries(Object.entries(entry)),
      );
      const isNew = own === undefined;
      return this.#step('upstream', { name: entry.id, isNew, members }, (actor) =>
        this.upstreams.put(entry, isNew, actor),
      );
    });
  }

  #step(
    kind: ThingKind,
    found: { readonly name: string; readonly isNew: boolean; readonly members: readonly string[] },
    change: (actor: Actor) => Promise<void>,
  ): Step | undefined {
    const { name, isNew, members } = found;
    if (members.length === 0) return undefined;
    const run = (actor: Actor) =>
      this.unit.run(async () => {
        await change(actor);
        await this.things.keep({ kind, name, isMade: isNew });
      });
    return { kind, name, action: isNew ? 'create' : 'change', members, run };
  }

  async #leftOver(declaration: Declaration, prunes: boolean): Promise<readonly Step[]> {
    const names: Readonly<Record<ThingKind, readonly string[]>> = {
      scope: declaration.scopes.map(({ name }) => name),
      group: declaration.groups.map(({ name }) => name),
      client: declaration.clients.map(({ clientId }) => clientId),
      upstream: declaration.upstreams.map(({ id }) => id),
    };
    const gone = (await this.things.list()).filter(({ kind, name }) => !names[kind].includes(name));
    return gone.map(({ kind, name, isMade }) => ({
      ...{ kind, name, action: prunes && isMade ? ('remove' as const) : ('left' as const) },
      members: [],
      run: async (actor) => {
        if (prunes) await this.removals.remove({ kind, name, isMade }, actor);
      },
    }));
  }
}

/** By the names of the file. */
const membersOf = (client: Omit<DeclaredClient, 'secret'> & { readonly isActive: boolean }) => ({
  ...client.metadata,
  client_name: client.name,
  client_type: client.type,
  redirect_uris: client.redirectUris,
  scopes: client.scopes,
  first_party: client.isFirstParty,
  is_active: client.isActive,
});
