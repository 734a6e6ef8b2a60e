import { timingSafeEqual } from 'node:crypto';
import type { Clock, Ids } from '@sextant/platform-runtime/clock';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { SPEECH_VOICES } from './authorization-details.js';
import { TOKEN_EXCHANGE } from './grant-types.js';
import type { KnownScopes } from './known-scopes.js';
import { decidesItself, registeredScopes, SCOPES_GIVEN } from './registered-scopes.js';
import { isUsedAsKey, sha256 } from '../../../clients/client-secret.js';
import {
  FIRST_PARTY,
  isFirstParty,
  type Client,
  type Clients,
  type KeptSecret,
} from '../../../clients/client.js';
import type { UnitOfWork } from '../../../database/unit-of-work.js';
import { OPENID_SCOPES } from '../../../scopes/scope.js';
import type { Sealer } from '../../../keys/sealer.js';

/** Stands for a secret of which only the digest is known; nobody can present it. */
const DIGEST_MARK = 'sha256:';

export interface ClientAdapterDependencies {
  readonly settings: { readonly issuer: string };
  readonly clients: Clients;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Begun before anything is written. */
  readonly unit: Pick<UnitOfWork, 'begin'>;
  /** Scopes that are deactivated are taken from every client. */
  readonly known: KnownScopes;
  /** Called when a client was registered, changed or deleted through the protocol. */
  readonly onChange: (type: 'client.created' | 'client.changed', clientId: string) => Promise<void>;
  readonly onRemoved: (clientId: string) => Promise<void>;
}

/** Clients as oidc-provider reads them; registered ones are written through it as well. */
export class ClientAdapter implements Adapter {
  constructor(private readonly uses: ClientAdapterDependencies) {}

  async find(id: string): Promise<AdapterPayload | undefined> {
    const firstParty = firstPartyClient(id, this.uses.settings.issuer);
    if (firstParty !== undefined) return firstParty;
    const client = await activeClient(this.uses.clients, id);
    return client === undefined ? undefined : clientMetadata(client, this.uses);
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    const { clients, ids, clock, unit } = this.uses;
    await unit.begin();
    const values = registered(payload, this.uses.sealer);
    // Locked, so that scopes which an administrator gives at the same time are kept.
    const existing = await clients.findToChange(id);
    if (existing === undefined) {
      const createdAt = new Date(clock.nowMs());
      const own = { id: ids.next(), clientId: id, isActive: true, isFirstParty: false, createdAt };
      await clients.add({ ...own, ...values });
    } else {
      const kept = { ...values.metadata, ...givenScopes(existing) };
      const scopes = isGiven(existing) ? existing.scopes : values.scopes;
      // Of one that changes its addresses itself nobody knows where they lead.
      await clients.change(id, { ...values, scopes, metadata: kept, isFirstParty: false });
    }
    await this.uses.onChange(existing === undefined ? 'client.created' : 'client.changed', id);
  }

  async destroy(id: string): Promise<void> {
    await this.uses.unit.begin();
    await this.uses.clients.change(id, { isActive: false });
    await this.uses.onRemoved(id);
  }

  findByUid = (): Promise<undefined> => Promise.resolve(undefined);
  findByUserCode = (): Promise<undefined> => Promise.resolve(undefined);
  consume = (): Promise<undefined> => Promise.resolve(undefined);
  revokeByGrantId = (): Promise<undefined> => Promise.resolve(undefined);
}

/** A stranger's id may hold anything: only what can be an id goes to the database. */
export async function activeClient(
  clients: Pick<Clients, 'find'>,
  id: string,
): Promise<Client | undefined> {
  if (id.length > 200 || id.includes('\0')) return undefined;
  const client = await clients.find(id);
  return client?.clientId === id && client.isActive ? client : undefined;
}

/** Compares a presented secret with the digest or the plain text that is kept; in constant time. */
export function isClientSecret(kept: string | undefined, presented: string): boolean {
  if (kept === undefined) return false;
  const digest = sha256(presented);
  const expected = kept.startsWith(DIGEST_MARK)
    ? Buffer.from(kept.slice(DIGEST_MARK.length), 'base64url')
    : sha256(kept);
  return expected.length === digest.length && timingSafeEqual(expected, digest);
}

/** The metadata of a client in the names of OpenID Connect Dynamic Client Registration 1.0. */
export function clientMetadata(
  client: Client,
  { sealer, known }: Pick<ClientAdapterDependencies, 'sealer' | 'known'>,
): AdapterPayload {
  const isConfidential = client.type === 'confidential';
  return {
    response_types: client.redirectUris.length > 0 ? ['code'] : [],
    grant_types: defaultGrants(client),
    token_endpoint_auth_method: isConfidential ? 'client_secret_basic' : 'none',
    ...client.metadata,
    ...exchangeGrant(client),
    // They narrow what scopes allow: no client has to be trusted with them.
    authorization_details_types: [SPEECH_VOICES],
    client_id: client.clientId,
    client_name: client.name,
    redirect_uris: [...client.redirectUris],
    scope: scopesOf(client, known)
      .filter((scope) => known.has(scope))
      .join(' '),
    ...secretOf(client, sealer),
  };
}

/** The grant comes with the permission, and not from a list of grants. */
function exchangeGrant(client: Client): { grant_types?: string[] } {
  if (client.metadata['token_exchange'] !== true) return {};
  const listed = client.metadata['grant_types'] as readonly string[] | undefined;
  return { grant_types: [...new Set([...(listed ?? defaultGrants(client)), TOKEN_EXCHANGE])] };
}

/** Of a client that an administrator has made without scopes: nothing that opens an API. */
const OPENID_ONLY = Object.keys(OPENID_SCOPES);

function scopesOf(client: Client, known: KnownScopes): readonly string[] {
  if (decidesItself(client.metadata)) return registeredScopes(client, known);
  return client.scopes.length > 0 ? client.scopes : OPENID_ONLY;
}

function defaultGrants({ redirectUris, type }: Client): string[] {
  return [
    ...(redirectUris.length > 0 ? ['authorization_code', 'refresh_token'] : []),
    ...(type === 'confidential' ? ['client_credentials'] : []),
  ];
}

/** A digest that could be used as a key is given to nobody: such a client is refused as incomplete. */
function secretOf(client: Client, sealer: Sealer): { client_secret?: string } {
  const { secret, clientId } = client;
  if (secret.kind === 'hashed') {
    if (isUsedAsKey(client)) return {};
    return { client_secret: `${DIGEST_MARK}${secret.sha256.toString('base64url')}` };
  }
  return secret.kind === 'sealed' ? { client_secret: sealer.open(secret.sealed, clientId) } : {};
}

const OWN_COLUMNS = new Set([
  'client_id',
  'client_secret',
  'client_name',
  'redirect_uris',
  'scope',
  SCOPES_GIVEN,
]);

const isGiven = ({ metadata }: Client): boolean => metadata[SCOPES_GIVEN] === true;

/** That an administrator has decided about its scopes no change of the client's undoes. */
const givenScopes = ({ metadata }: Client): object =>
  metadata[SCOPES_GIVEN] === undefined ? {} : { [SCOPES_GIVEN]: metadata[SCOPES_GIVEN] };

/** The management endpoint shows the secret again (RFC 7592 section 3), so it is sealed. */
function registered(payload: AdapterPayload, sealer: Sealer) {
  const { client_id, client_secret, client_name, redirect_uris, scope } = payload as {
    readonly client_id: string;
    readonly client_secret?: string;
    readonly client_name?: string;
    readonly redirect_uris?: string[];
    readonly scope?: string;
  };
  const metadata = Object.fromEntries(
    Object.entries(payload).filter(([name]) => !OWN_COLUMNS.has(name)),
  );
  const isPublic = payload.token_endpoint_auth_method === 'none';
  const secret: KeptSecret =
    client_secret === undefined
      ? { kind: 'none' }
      : { kind: 'sealed', sealed: sealer.seal(client_secret, client_id) };
  return {
    name: client_name ?? client_id,
    type: isPublic ? ('public' as const) : ('confidential' as const),
    redirectUris: redirect_uris ?? [],
    scopes: scope?.split(' ') ?? [],
    metadata,
    secret,
  };
}

/** Pages of ours at which people sign in. */
const pageClients = (issuer: string): Readonly<Record<string, object | undefined>> => ({
  [FIRST_PARTY.account]: {
    redirect_uris: [`${issuer}/account/signed-in`],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    scope: 'openid',
  },
  [FIRST_PARTY.console]: {
    redirect_uris: [`${issuer}/admin/console`, `${issuer}/admin/console/renewed.html`],
    post_logout_redirect_uris: [`${issuer}/admin/console`],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    scope: 'openid profile admin',
  },
  [FIRST_PARTY.start]: {
    redirect_uris: [`${issuer}/`, `${issuer}/start/renewed.html`],
    post_logout_redirect_uris: [`${issuer}/`],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    scope: 'openid profile',
  },
});

/** The clients of the service's own doors. */
function firstPartyClient(id: string, issuer: string): AdapterPayload | undefined {
  if (!isFirstParty(id)) return undefined;
  return {
    client_id: id,
    client_name: 'Sextant',
    ...(pageClients(issuer)[id] ?? {
      redirect_uris: [],
      response_types: [],
      grant_types: id === FIRST_PARTY.directLogin ? ['password', 'refresh_token'] : [],
    }),
    token_endpoint_auth_method: 'none',
  };
}
