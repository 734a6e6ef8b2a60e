import { Injectable } from '@nestjs/common';
import { Problem } from '@sextant/platform-http/errors';
import { readBootstrap, type BootstrapClient } from './bootstrap-file.js';
import { BootstrapSettings } from './bootstrap.settings.js';
import type { DeclaredClient } from '../clients/client-admin.js';
import { requireOwnAddresses } from '../clients/first-party.js';
import { Clients, type Client } from '../clients/client.js';
import { Declarations } from '../declarations/declarations.js';
import { ScopeAdmin } from '../scopes/scope-admin.js';
import { Identity } from '../http/identity.js';
import { ConfigError, forSetting } from '@sextant/platform-runtime/config';
import { Scopes } from '../scopes/scope.js';
import { UserAdmin } from '../users/user-admin.js';
import { Users } from '../users/user.js';

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
    private readonly declarations: Declarations,
  ) {}

  /**
   * Stores those that are not there yet; what is there stays as it is, but for the scopes and redirect URIs of clients
   * that follow the file, and for whether they are first-party.
   *
   * @throws {ConfigError} when the file cannot be read or stored, or makes a client first-party that another program can be
   */
  async run(): Promise<void> {
    const { bootstrapFile } = this.settings;
    if (bootstrapFile === undefined) return;
    const {
      users = [],
      clients = [],
      scopes = [],
    } = forSetting('BOOTSTRAP_FILE', () => {
      const content = readBootstrap(bootstrapFile);
      for (const client of content.clients ?? []) this.#requireOwnAddresses(client);
      return content;
    });
    for (const { name, description, roles = [] } of scopes) {
      const isThere = async () => (await this.scopes.find(name)) !== undefined;
      const values = { name, description, roles, isDefault: false };
      await storeOnce(isThere, () =>
        usable(`the scope ${name}`, () => this.scopeAdmin.create(values, ACTOR)),
      );
    }
    for (const user of users) {
      const isThere = async () => (await this.users.findForSignIn(user.username)) !== undefined;
      await storeOnce(isThere, () =>
        usable(`the user ${user.username}`, () => this.userAdmin.create(user, ACTOR)),
      );
    }
    for (const client of clients) await this.#storeClient(client);
  }

  #requireOwnAddresses(client: BootstrapClient): void {
    requireOwnAddresses(declared(client), this.identity.issuer);
  }

  /** As `main.js apply` does, but for those who do not follow the file: they stay as they are. */
  async #storeClient(client: BootstrapClient): Promise<void> {
    const find = () => this.clients.find(client.client_id);
    const isThere = async () => (await find()) !== undefined;
    await storeOnce(isThere, () => this.#declare(declared(client)));
    const own = client.follows_file === true ? await find() : undefined;
    if (own?.isActive === true) await this.#declare(withMissing(own, declared(client)));
  }

  async #declare(client: DeclaredClient): Promise<void> {
    await usable(`the client ${client.clientId}`, async () => {
      const step = await this.declarations.client(client, false);
      await step?.run(ACTOR);
    });
  }
}

/** @throws {ConfigError} for what is refused, as it would be of anybody */
async function usable(what: string, store: () => Promise<unknown>): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new ConfigError([`BOOTSTRAP_FILE: ${what}: ${error.message}`], { cause: error });
  }
}

function declared(client: BootstrapClient): DeclaredClient {
  const { client_secret: secret, metadata = {} } = client;
  const { token_endpoint_auth_method: method = 'none' } = metadata;
  return {
    clientId: client.client_id,
    name: client.client_name,
    type: secret === undefined && method === 'none' ? 'public' : 'confidential',
    redirectUris: client.redirect_uris,
    scopes: client.scopes,
    isFirstParty: client.first_party === true,
    metadata,
    secret,
  };
}

/** The client as it is, with the scopes and addresses of the file that it lacks. */
function withMissing(own: Client, file: DeclaredClient): DeclaredClient {
  const addresses = union(textsOf(own.metadata[POST_LOGOUT]), textsOf(file.metadata[POST_LOGOUT]));
  return {
    ...{ clientId: own.clientId, name: own.name, type: own.type },
    scopes: union(own.scopes, file.scopes),
    redirectUris: union(own.redirectUris, file.redirectUris),
    isFirstParty: file.isFirstParty,
    metadata: {
      ...own.metadata,
      ...(addresses.length === 0 ? {} : { [POST_LOGOUT]: addresses }),
    },
  };
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
