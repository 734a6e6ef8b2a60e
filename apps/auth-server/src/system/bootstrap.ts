import { Injectable } from '@nestjs/common';
import { Ids } from '@sextant/platform-runtime/clock';
import { BootstrapSettings } from './bootstrap.settings.js';
import { readFile } from 'node:fs/promises';
import { isTrustedAddress } from '../clients/first-party.js';
import { keepSecret } from '../clients/client-secret.js';
import { Clients, type Client } from '../clients/client.js';
import { ScopeAdmin } from '../scopes/scope-admin.js';
import { Identity } from '../http/identity.js';
import { Scopes } from '../scopes/scope.js';
import { Sealer } from '../keys/sealer.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { UserAdmin } from '../users/user-admin.js';
import type { NewUser } from '../users/user-creation.js';
import { Users } from '../users/user.js';

/** The file that `BOOTSTRAP_FILE` names. */
interface BootstrapContent {
  readonly users?: readonly NewUser[];
  readonly clients?: readonly BootstrapClient[];
  readonly scopes?: readonly {
    readonly name: string;
    readonly description: string;
    readonly roles?: readonly string[];
  }[];
}

interface BootstrapClient {
  readonly client_id: string;
  /** Makes it a confidential client. */
  readonly client_secret?: string;
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** At every start it gets the scopes and addresses that the file has and it lacks. */
  readonly follows_file?: boolean;
  /** The operator's own: nobody is asked for consent. */
  readonly first_party?: boolean;
}

const ACTOR = { id: 'bootstrap' };

/** Scopes, users and clients of the file that `BOOTSTRAP_FILE` names. */
@Injectable()
export class Bootstrap {
  constructor(
    private readonly settings: BootstrapSettings,
    private readonly identity: Identity,
    private readonly users: Users,
    private readonly clients: Clients,
    private readonly scopes: Scopes,
    private readonly userAdmin: UserAdmin,
    private readonly scopeAdmin: ScopeAdmin,
    private readonly sealer: Sealer,
    private readonly ids: Ids,
    private readonly unit: UnitOfWork,
  ) {}

  /**
   * Stores those that are not there yet; what is there stays as it is, but for the scopes and redirect URIs of clients
   * that follow the file, and for whether they are first-party.
   *
   * @throws {Error} when the file cannot be read or is no JSON, or makes a client first-party that another program can be
   */
  async run(): Promise<void> {
    const { bootstrapFile } = this.settings;
    if (bootstrapFile === undefined) return;
    const { users = [], clients = [], scopes = [] } = await read(bootstrapFile);
    for (const client of clients) requireOwnAddresses(client, this.identity.issuer);
    for (const { name, description, roles = [] } of scopes) {
      const isThere = async () => (await this.scopes.find(name)) !== undefined;
      const values = { name, description, roles, isDefault: false };
      await storeOnce(isThere, () => this.scopeAdmin.create(values, ACTOR));
    }
    for (const user of users) {
      const isThere = async () => (await this.users.findForSignIn(user.username)) !== undefined;
      await storeOnce(isThere, () => this.userAdmin.create(user, ACTOR));
    }
    for (const client of clients) await this.#storeClient(client);
  }

  async #storeClient(client: BootstrapClient): Promise<void> {
    const isThere = async () => (await this.clients.find(client.client_id)) !== undefined;
    await storeOnce(isThere, () => this.unit.run(() => this.clients.add(this.#toClient(client))));
    if (client.follows_file === true) await this.#addMissing(client);
  }

  async #addMissing({
    client_id,
    scopes,
    redirect_uris,
    metadata = {},
    first_party: isFirstParty = false,
  }: BootstrapClient): Promise<void> {
    const { clients } = this;
    const own = await clients.find(client_id);
    if (own === undefined) return;
    const change = {
      isFirstParty,
      scopes: union(own.scopes, scopes),
      redirectUris: union(own.redirectUris, redirect_uris),
      metadata: {
        ...own.metadata,
        [POST_LOGOUT]: union(textsOf(own.metadata[POST_LOGOUT]), textsOf(metadata[POST_LOGOUT])),
      },
    };
    const isSame =
      isFirstParty === own.isFirstParty &&
      change.scopes.length === own.scopes.length &&
      change.redirectUris.length === own.redirectUris.length &&
      change.metadata[POST_LOGOUT].length === textsOf(own.metadata[POST_LOGOUT]).length;
    if (!isSame) await this.unit.run(() => clients.change(client_id, change));
  }

  #toClient(values: BootstrapClient): Client {
    const { sealer, ids } = this;
    const { client_id: clientId, client_secret: secret, metadata = {} } = values;
    return {
      id: ids.next(),
      clientId,
      name: values.client_name,
      type: secret === undefined ? 'public' : 'confidential',
      redirectUris: values.redirect_uris,
      scopes: values.scopes,
      isActive: true,
      isFirstParty: values.first_party === true,
      createdAt: new Date(),
      metadata,
      secret:
        secret === undefined
          ? { kind: 'none' }
          : keepSecret({ clientId, metadata }, secret, sealer),
    };
  }
}

/** @throws {Error} for a first-party client with an address that another program can have */
function requireOwnAddresses(client: BootstrapClient, issuer: string): void {
  if (client.first_party !== true) return;
  const other = client.redirect_uris.find((uri) => !isTrustedAddress(uri, issuer));
  if (other === undefined) return;
  throw new Error(
    `BOOTSTRAP_FILE: the client ${client.client_id} cannot be first_party, because ${other} is neither https ` +
      `nor at ${issuer}. Remove first_party, or the address.`,
  );
}

const POST_LOGOUT = 'post_logout_redirect_uris';

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const union = (own: readonly string[], more: readonly string[]): string[] => [
  ...new Set([...own, ...more]),
];

/** Another replica may store it between the question and the answer. */
async function storeOnce(
  isThere: () => Promise<boolean>,
  store: () => Promise<unknown>,
): Promise<void> {
  if (await isThere()) return;
  try {
    await store();
  } catch (error) {
    if (!(await isThere())) throw error;
  }
}

async function read(file: string): Promise<BootstrapContent> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as BootstrapContent;
  } catch (error) {
    throw new Error(`BOOTSTRAP_FILE: ${file} cannot be read as JSON.`, { cause: error });
  }
}
