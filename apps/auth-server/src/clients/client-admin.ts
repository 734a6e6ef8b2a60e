import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Clock, Ids, Random } from '@sextant/platform-runtime/clock';
import { Artifacts } from '../sessions/artifacts.js';
import type { Actor } from '../audit/actor.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { isUsedAsKey, keepSecret } from './client-secret.js';
import {
  type Client,
  type ClientChange,
  type ClientFilter,
  Clients,
  type ClientType,
} from './client.js';
import { type AuditedType, Journal } from '../audit/journal.js';
import { isOpenidScope, Scopes } from '../scopes/scope.js';
import { Sealer } from '../keys/sealer.js';
import { UnitOfWork } from '../database/unit-of-work.js';

export interface NewClient {
  readonly name: string;
  readonly type: ClientType;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A client as a file of the operator's declares it. */
export interface DeclaredClient extends NewClient {
  readonly clientId: string;
  readonly isFirstParty: boolean;
  /** Absent: the one that the client has stays. */
  readonly secret?: string | undefined;
}

/** A client's secret, shown this once. */
export interface ClientWithSecret {
  readonly client: Client;
  readonly secret: string | undefined;
}

/** Checks client metadata as the protocol wants it. */
export abstract class ClientRules {
  /** @throws {Problem} `invalid_request` that names what is wrong */
  abstract check(client: Client, secret: string | undefined): Promise<void>;
}

/** Administration of clients (spec 2, part 4.1). */
@Injectable()
export class ClientAdmin {
  constructor(
    private readonly clients: Clients,
    private readonly scopes: Scopes,
    private readonly artifacts: Artifacts,
    private readonly journal: Journal,
    private readonly rules: ClientRules,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly random: Random,
    private readonly unit: UnitOfWork,
  ) {}

  list(filter: ClientFilter) {
    return this.clients.list(filter);
  }

  async get(id: string): Promise<Client> {
    const client = await this.clients.find(id);
    if (client === undefined) throw AUTH_ERRORS.clientNotFound();
    return client;
  }

  async create(values: NewClient, actor: Actor): Promise<ClientWithSecret> {
    const { clients, ids, clock, random, unit } = this;
    await this.#requireScopes(values.scopes);
    const draft: Client = {
      ...values,
      id: ids.next(),
      clientId: random.bytes(16).toString('hex'),
      isActive: true,
      isFirstParty: false,
      createdAt: new Date(clock.nowMs()),
      secret: { kind: 'none' },
    };
    const secret = needsSecret(draft) ? this.#newSecret() : undefined;
    const client = secret === undefined ? draft : { ...draft, secret: this.#keep(draft, secret) };
    requireMethodOfType(client);
    await this.rules.check(client, secret);
    await unit.run(async () => {
      await clients.add(client);
      await this.#journal('client.created', client, actor);
    });
    return { client, secret };
  }

  /**
   * Makes the client that is declared, or changes it to that.
   *
   * @param alongside what is stored together with it, or not at all; it is told whether the client is new
   * @throws {Problem} `invalid_request` for one that the protocol does not allow, or that lacks a secret
   */
  async declare(
    { secret, ...values }: DeclaredClient,
    actor: Actor,
    alongside: (isNew: boolean) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const { clients, ids, clock, unit } = this;
    await this.#requireScopes(values.scopes);
    const own = await clients.find(values.clientId);
    const kept = { secret: { kind: 'none' } as const, ...own };
    const draft: Client = {
      ...values,
      ...{ id: own?.id ?? ids.next(), isActive: true, secret: kept.secret },
      createdAt: own?.createdAt ?? new Date(clock.nowMs()),
    };
    const client = secret === undefined ? draft : { ...draft, secret: this.#keep(draft, secret) };
    requireMethodOfType(client);
    if (lacksSecret(client)) throw AUTH_ERRORS.declaredSecret();
    await this.rules.check(client, needsSecret(client) ? (secret ?? STAND_IN) : undefined);
    await unit.run(async () => {
      const isNew = (await clients.findToChange(client.clientId)) === undefined;
      if (isNew) await clients.add(client);
      else await clients.change(client.clientId, client);
      await this.#journal(isNew ? 'client.created' : 'client.changed', client, actor);
      await alongside(isNew);
    });
  }

  /** Whatever makes the stored secret useless brings a new one, and ends the old one. */
  async update(id: string, change: ClientChange, actor: Actor): Promise<ClientWithSecret> {
    let client = await this.get(id);
    if (change.scopes !== undefined) await this.#requireScopes(change.scopes);
    for (;;) {
      const { next, metadata, secret } = await this.#checked(client, change);
      const kept = secret === undefined ? {} : { secret: this.#keep(next, secret) };
      const checked = client;
      const changed = await this.unit.run(async () => {
        client = await this.#toChange(id);
        if (!isDeepStrictEqual(client, checked)) return undefined;
        const stored = await this.clients.change(client.id, { ...change, metadata, ...kept });
        if (stored === undefined) throw AUTH_ERRORS.clientNotFound();
        const members = membersOf(change);
        if (change.isActive === false) await this.#end(stored, actor, members);
        else await this.#journal('client.changed', stored, actor, members);
        return stored;
      });
      // Somebody else has changed it meanwhile: check the change again, against the client as it is now.
      if (changed !== undefined) return { client: changed, secret };
    }
  }

  /** The client as it would be; checking may ask others, so no transaction is open. */
  async #checked(client: Client, change: ClientChange) {
    const metadata = withoutNulls({
      ...client.metadata,
      ...change.metadata,
      // Of a client that registered itself: from now on an administrator decides.
      ...(change.scopes === undefined ? {} : givenScopes(client)),
    });
    const next = { ...client, ...change, metadata };
    requireMethodOfType(next);
    const secret = lacksSecret(next) ? this.#newSecret() : undefined;
    await this.rules.check(next, secret ?? (needsSecret(next) ? STAND_IN : undefined));
    return { next, metadata, secret };
  }

  async #toChange(id: string): Promise<Client> {
    const client = await this.clients.findToChange(id);
    if (client === undefined) throw AUTH_ERRORS.clientNotFound();
    return client;
  }

  /** The old secret is worth nothing from now on. */
  regenerateSecret(id: string, actor: Actor): Promise<string> {
    return this.unit.run(async () => {
      const client = await this.#toChange(id);
      if (!needsSecret(client)) throw AUTH_ERRORS.publicClient();
      const secret = this.#newSecret();
      await this.clients.change(client.id, { secret: this.#keep(client, secret) });
      await this.#journal('client.secret_regenerated', client, actor);
      return secret;
    });
  }

  /** Ends everything that the client holds. */
  async deactivate(id: string, actor: Actor): Promise<void> {
    const client = await this.get(id);
    await this.unit.run(async () => {
      await this.clients.change(client.id, { isActive: false });
      await this.#end(client, actor);
    });
  }

  async #end(client: Client, actor: Actor, members?: readonly string[]): Promise<void> {
    await this.artifacts.removeOfClient(client.clientId);
    await this.#journal('client.deactivated', client, actor, members);
  }

  async #requireScopes(names: readonly string[]): Promise<void> {
    const known = new Set((await this.scopes.list()).map(({ name }) => name));
    const unknown = names.find((name) => !known.has(name) && !isOpenidScope(name));
    if (unknown !== undefined) {
      throw AUTH_ERRORS.unknownScope({ message: `The scope ${unknown} is not known.` });
    }
  }

  /** 256 random bits. */
  #newSecret(): string {
    return this.random.bytes(32).toString('base64url');
  }

  #keep(client: Client, secret: string) {
    return keepSecret(client, secret, this.sealer);
  }

  async #journal(
    type: AuditedType,
    client: Client,
    actor: Actor,
    members?: readonly string[],
  ): Promise<void> {
    await this.journal.record({
      type,
      actor: actor.id,
      subject: client.clientId,
      ip: actor.ip,
      details: { client_name: client.name, ...(members === undefined ? {} : { members }) },
    });
  }
}

/** What a change is about; the metadata by their own names. */
const membersOf = ({ metadata = {}, ...change }: ClientChange): readonly string[] => [
  ...Object.keys(change),
  ...Object.keys(metadata),
];

/** The plain secret is not known here: this satisfies the rules that want one. */
const STAND_IN = 'x'.repeat(43);

const withoutNulls = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

const givenScopes = ({ metadata }: Client): object =>
  metadata['client_id_issued_at'] === undefined ? {} : { scopes_given: true };

/** A client without a secret is a public one, and no other is. */
function requireMethodOfType({ type, metadata }: Client): void {
  const method = metadata['token_endpoint_auth_method'];
  if (method === undefined || (method === 'none') === (type === 'public')) return;
  throw AUTH_ERRORS.invalid({
    message: 'token_endpoint_auth_method must be none for public clients, and only for them.',
  });
}

/** Of a digest no key can be made. */
const lacksSecret = (client: Client): boolean =>
  needsSecret(client) &&
  (client.secret.kind === 'none' || (client.secret.kind === 'hashed' && isUsedAsKey(client)));

const needsSecret = ({ type, metadata }: Client): boolean =>
  type === 'confidential' && !WITHOUT_SECRET.includes(metadata['token_endpoint_auth_method']);

/** Proven by a key or a certificate. */
const WITHOUT_SECRET: readonly unknown[] = [
  ...['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'],
];
