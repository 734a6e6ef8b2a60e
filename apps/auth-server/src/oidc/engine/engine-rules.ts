import type { Clock } from '@sextant/platform-runtime/clock';
import { errors, Provider, type Client } from 'oidc-provider';
import type { ArtifactStore } from '../../sessions/artifact-store.js';
import { isFirstParty } from '../../clients/client.js';
import { loadedUser } from './claims.js';
import { artifactId } from './artifact-id.js';
import { KeyRefetches, refetchUnknownKeys } from './clients/client-keys.js';
import { fetchedClient, mayBeDocument } from './clients/client-documents.js';
import { activeClient, isClientSecret } from './clients/client-metadata.js';
import { isForPeople, type KnownScopes } from './clients/known-scopes.js';
import { decidesItself, widenForResources } from './clients/registered-scopes.js';
import type { EngineDependencies } from './settings.js';

/** A token before it is given out. */
export interface NewToken {
  readonly kind: string;
  readonly aud?: string;
  scope?: string;
}

/**
 * The scopes of a client's own token: the defaults when it asks for none, never one that is about
 * people. The engine grants any known scope to a client without a list.
 */
export const checkMachineScopes =
  (scopes: KnownScopes) =>
  (token: NewToken): void => {
    const context = Provider.ctx;
    if (token.kind !== 'ClientCredentials' || context === undefined) return;
    const { client } = context.oidc;
    if (client === undefined || client.clientAuthMethod === 'none') {
      throw new errors.UnauthorizedClient('client_credentials needs client authentication');
    }
    // As it was sent: the engine has dropped unknown scopes from its own copy.
    const { scope } = (context.oidc.body ?? {}) as { readonly scope?: string };
    const allowed = client.scope?.split(' ') ?? [];
    const forMachines = allowed.filter((name) => !isForPeople(name));
    const granted = [...scopes.resolve(scope?.split(' ').filter(Boolean), forMachines)].join(' ');
    if (granted === '') delete token.scope;
    else token.scope = granted;
  };

/** Of what people allowed once: what exists, and what client and person may still have, at this moment. */
export const dropLostScopes =
  (scopes: KnownScopes) =>
  (token: NewToken): void => {
    const allowed = Provider.ctx?.oidc.client?.scope?.split(' ');
    if (token.kind !== 'AccessToken' || token.scope === undefined) return;
    const user = loadedUser(Provider.ctx);
    const mayHave = (name: string) => user === undefined || scopes.mayHave(user, name);
    token.scope = token.scope
      .split(' ')
      .filter((name) => scopes.has(name) && (allowed?.includes(name) ?? true) && mayHave(name))
      .join(' ');
  };

/**
 * Remembers proofs (DPoP, client assertions) in one statement: the engine looks first and writes
 * then, so that two replicas would both accept the same proof.
 */
export function useReplayStore(
  provider: Provider,
  { store, clock }: { readonly store: ArtifactStore; readonly clock: Clock },
): void {
  const model = provider.ReplayDetection as unknown as {
    unique(issuer: string, jti: string, exp: number): Promise<boolean>;
  };
  model.unique = (issuer, jti, exp) =>
    store.insertOnce({
      id: artifactId('ReplayDetection', `${issuer}\n${jti}`),
      kind: 'ReplayDetection',
      payload: {},
      expiresAt: new Date(Math.max(exp * 1000, clock.nowMs() + 1000)),
    });
}

interface ClientModel {
  find(id: unknown): Promise<Client | undefined>;
}

/**
 * Builds the engine's view of a client once for as long as what the database said of it stays in
 * memory, which is until it changes; the engine itself compares all of it with every request.
 */
export function buildClientsOnce(
  provider: Provider,
  {
    clients,
    clock,
    settings,
    known: scopes,
  }: Pick<EngineDependencies, 'clients' | 'clock' | 'settings'> & { readonly known: KnownScopes },
): void {
  const model = provider.Client as unknown as ClientModel;
  const find = model.find.bind(model);
  const built = new WeakMap<object, Client>();
  const refetches = new KeyRefetches(clock);
  model.find = async (id) => {
    if (typeof id !== 'string' || isFirstParty(id)) return find(id);
    const stored = await activeClient(clients, id);
    if (stored === undefined) {
      return mayBeDocument(settings.clientDocuments, id)
        ? fetchedClient(id, () => find(id))
        : undefined;
    }
    const known = built.get(stored);
    if (known !== undefined) return known;
    // Its `sector_identifier_uri` may have to be fetched.
    const client = await fetchedClient(id, () => find(id));
    if (client === undefined) return undefined;
    refetchUnknownKeys(client, refetches);
    if (decidesItself(stored.metadata)) widenForResources(client, scopes);
    built.set(stored, client);
    return client;
  };
}

interface ClientPrototype {
  readonly clientSecret?: string;
  readonly frontchannel_logout_session_required?: boolean;
  compareClientSecret(actual: string): boolean;
  includeSid: (this: ClientPrototype) => boolean;
}

/** Secrets are kept as digests; front-channel logout needs `sid` in ID tokens too. */
export function adaptClients(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as ClientPrototype;
  const { includeSid } = prototype;
  prototype.compareClientSecret = function compare(this: ClientPrototype, actual) {
    return isClientSecret(this.clientSecret, actual);
  };
  prototype.includeSid = function withFrontChannel(this: ClientPrototype) {
    return this.frontchannel_logout_session_required === true || includeSid.call(this);
  };
}
