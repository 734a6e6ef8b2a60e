import {
  errors,
  Provider,
  type Client,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { Allowances } from '../../../sign-in/allowances.js';
import { documentHostOf, type Clients } from '../../../clients/client.js';
import { GIVEN } from './client-policy.js';
import type { KnownScopes } from './known-scopes.js';
import { registrable, widenForResources } from './registered-scopes.js';

type Feature = NonNullable<NonNullable<Configuration['features']>['clientIdMetadataDocument']>;

export interface ClientDocumentsDependencies {
  /** Hosts of documents that count, `*` for all; none if empty. */
  readonly hosts: readonly string[];
  readonly clients: Pick<Clients, 'find'>;
  readonly scopes: KnownScopes;
  /** How often an address may make us fetch one. */
  readonly fetches: Allowances;
}

const LONGEST_ID = 400;
/** The draft recommends 5 KiB at the most. */
export const DOCUMENT_BYTES = 5120;
const CACHED_SECONDS = { min: 60, max: 3600 };
const METHODS: readonly unknown[] = ['none', 'private_key_jwt'];
const GRANTS = ['authorization_code', 'refresh_token'];

/** Whether an id may be the address of a document; the engine looks at the rest of it. */
export const mayBeDocument = (hosts: readonly string[], id: string): boolean =>
  hosts.length > 0 && id.length <= LONGEST_ID && id.startsWith('https://');

type Found = Promise<Client | undefined>;

/** What each sign-out has found, by the client's id. */
const foundBySignOut = new WeakMap<object, Map<string, Found>>();

/**
 * A client that other sites have to be asked about. Reports a site that does not answer to clients that ask for something. It keeps
 * nobody from signing out, nor our own doors from answering: there the client is unknown.
 *
 * A sign-out asks once for each client, before it stores anything: a second request would hold a database connection.
 */
export function fetchedClient(id: string, find: () => Found): Found {
  const context = Provider.ctx;
  const route = context?.oidc.route;
  if (context === undefined || route === undefined) return unlessAway(find);
  if (!route.startsWith('end_session')) return find();
  const found = foundBySignOut.get(context) ?? new Map<string, Found>();
  foundBySignOut.set(context, found);
  const client = found.get(id) ?? unlessAway(find);
  found.set(id, client);
  return client;
}

async function unlessAway(find: () => Found): Found {
  try {
    return await find();
  } catch (error) {
    if (error instanceof errors.OIDCProviderError) return undefined;
    throw error;
  }
}

/**
 * Clients whose id is the address of their metadata (OAuth Client ID Metadata Document, draft 02, which the engine has as an experiment).
 * They may have what clients that register themselves may have, and no more.
 */
export const clientDocuments = (uses: ClientDocumentsDependencies): Feature => ({
  enabled: uses.hosts.length > 0,
  ack: 'draft-02',
  cacheDuration: CACHED_SECONDS,
  allowFetch: async (context, id) => {
    const { host } = new URL(id);
    if (!uses.hosts.includes('*') && !uses.hosts.includes(host)) return false;
    // Beside the engine, where a sign-in or a token names the client already, there is no context.
    const { ip } = (context as KoaContextWithOIDC | undefined) ?? { ip: id };
    return (await uses.fetches.consume(ip)).allowed;
  },
  allowClient: async (_context, client) => {
    // One that an administrator has made and deactivated is not back by its document.
    if ((await uses.clients.find(client.clientId)) !== undefined) return false;
    checkDocument(client, uses.scopes);
    // Without a list the engine would grant every scope that there is.
    if (client.scope === undefined) {
      Object.assign(client, { scope: registrable(uses.scopes).join(' ') });
    } else widenForResources(client, uses.scopes);
    return true;
  },
});

/**
 * Whether the engine may fetch what a client's `sector_identifier_uri` names. It would do so each time that it builds the
 * client, which is with every request of one whose document it knows.
 */
export const mayFetchSector = ({ clientId }: { readonly clientId: string }): boolean =>
  documentHostOf(clientId) === undefined;

/** @throws {InvalidClientMetadata} */
function checkDocument(client: Client, scopes: KnownScopes): void {
  const refuse = (description: string): never => {
    throw new errors.InvalidClientMetadata(description);
  };
  if (!METHODS.includes(client.clientAuthMethod)) {
    refuse('token_endpoint_auth_method must be none or private_key_jwt');
  }
  if (client.grantTypes?.every((grant) => GRANTS.includes(grant)) !== true) {
    refuse('grant_types must be authorization_code and refresh_token');
  }
  if (client.sectorIdentifierUri !== undefined) {
    refuse('sector_identifier_uri is of no use: people have one identifier here');
  }
  const given = ['workspace', ...GIVEN].find((name) => client[name] !== undefined);
  if (given !== undefined) refuse(`${given} is given by an administrator`);
  const own = client.scope?.split(' ').filter(Boolean) ?? [];
  const refused = own.find((name) => !scopes.isForEverybody(name));
  if (refused !== undefined) refuse(`scope must not hold ${refused}`);
}
