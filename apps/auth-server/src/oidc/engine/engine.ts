import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { digestOf } from './artifact-adapter.js';
import { accessTokenSigner, signAccessTokens } from './access-tokens.js';
import {
  adaptClients,
  buildClientsOnce,
  checkMachineScopes,
  dropLostScopes,
  useReplayStore,
} from './engine-rules.js';
import { EngineParts } from './engine-parts.js';
import { addMappedClaims } from './claims.js';
import { KnownScopes } from './clients/known-scopes.js';
import { judgeRedirects } from './clients/redirect-addresses.js';
import { advertisedEndpoints } from './metadata.js';
import { registerPasswordGrant } from './grants/password-grant.js';
import { lifetimeOf, providerConfiguration } from './provider-config.js';
import { noteReason, rememberRefusal } from './refusals.js';
import { RepeatedAnswer, rememberRepeated } from './refresh-grace.js';
import { addSessionState } from '../../pages/session-management.js';
import { isStillIn } from '../../users/user.js';
import { LIFETIMES, type EngineDependencies } from './settings.js';
import { registerTokenExchange } from './grants/token-exchange.js';

type Callback = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type Middleware = (context: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;

interface Built {
  readonly provider: Provider;
  readonly callback: Callback;
  readonly scopes: KnownScopes;
  /** Of keys and scopes: the same means that nothing has to be built anew. */
  readonly fingerprint: string;
  /** The public documents, rendered once. */
  readonly documents: Map<string, { readonly type: string; readonly body: string }>;
}

/**
 * The protocol engine: oidc-provider with our configuration. Its keys and scopes are fixed when it
 * is built, so it is built anew, in about a millisecond, when they change.
 */
@Injectable()
export class Engine {
  #built: Built | undefined;
  #refreshing: Promise<void> = Promise.resolve();
  readonly #middleware: Middleware[] = [];
  readonly #extensions: ((provider: Provider) => void)[] = [];

  readonly uses: EngineDependencies;

  constructor({ uses }: EngineParts) {
    this.uses = uses;
  }

  /** Adds what runs around every request of the engine, from its next build on. */
  use(middleware: Middleware): this {
    this.#middleware.push(middleware);
    return this;
  }

  /** Changes what the engine is made of, from its next build on. */
  extend(extension: (provider: Provider) => void): this {
    this.#extensions.push(extension);
    return this;
  }

  get provider(): Provider {
    return this.#now.provider;
  }

  get scopes(): KnownScopes {
    return this.#now.scopes;
  }

  get documents(): Built['documents'] {
    return this.#now.documents;
  }

  handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#now.callback(request, response);
  }

  /** Takes up changed keys and scopes; one refresh after the other. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.catch(() => undefined).then(() => this.#build());
    return this.#refreshing;
  }

  get #now(): Built {
    if (this.#built === undefined) throw new Error('The engine has not been built yet.');
    return this.#built;
  }

  async #build(): Promise<void> {
    const { keys: store, scopes: table, settings } = this.uses;
    const [keys, scopes] = await Promise.all([store.list(), table.list()]);
    const fingerprint = digestOf(
      JSON.stringify([keys.map(({ kid, stage }) => [kid, stage]), scopes]),
    );
    if (fingerprint === this.#built?.fingerprint) return;
    const signer = accessTokenSigner(keys, {
      algorithm: settings.accessTokenAlgorithm,
      issuer: settings.issuer,
      audience: settings.accessTokenAudience,
    });
    const known = new KnownScopes(scopes, settings.registrationScopes);
    const configuration = providerConfiguration({ uses: this.uses, keys, scopes: known });
    const provider = new Provider(settings.issuer, configuration);
    // The mount has put the issuer's scheme and host into every request.
    provider.proxy = true;
    const checks = [checkMachineScopes(known), dropLostScopes(known)];
    signAccessTokens(provider, signer, (token) => checks.forEach((check) => check(token)));
    addMappedClaims(provider);
    this.#extend(provider, known);
    const callback = provider.callback() as Callback;
    this.#built = { provider, callback, scopes: known, fingerprint, documents: new Map() };
  }

  #extend(provider: Provider, scopes: KnownScopes): void {
    const { settings, store, clock, logger } = this.uses;
    adaptClients(provider);
    judgeRedirects(provider);
    buildClientsOnce(provider, { ...this.uses, known: scopes });
    useReplayStore(provider, { store, clock });
    advertisedEndpoints(provider, settings.mutualTls);
    addSessionState(provider);
    if (settings.passwordLogin) {
      registerPasswordGrant(provider, {
        scopes,
        groups: this.uses.groups,
        isStillIn: (user) => isStillIn(this.uses.users, user),
        authenticate: (context, credentials) =>
          this.uses.doors.enter(context.req, credentials, {
            name: 'direct',
            clientId: context.oidc.client?.clientId ?? '',
            ip: context.ip,
          }),
      });
    }
    registerTokenExchange(provider, {
      ...{ scopes, users: this.uses.users, journal: this.uses.journal },
      defaultAudience: settings.accessTokenAudience,
      resources: settings.resources,
      lifetimeOf: (client) => lifetimeOf(client, 'access_token_lifetime', LIFETIMES.accessToken),
    });
    this.#observe(provider);
    provider.on('server_error', (context: KoaContextWithOIDC, error: unknown) => {
      context.state['serverError'] = error;
    });
    (provider as NodeJS.EventEmitter).on('error', (error: unknown) => {
      logger.error('engine.failed', { err: error });
    });
    provider.on('backchannel.error', (_context, error, { clientId }) => {
      logger.warn('backchannel_logout.failed', { clientId, err: error });
    });
    for (const extension of this.#extensions) extension(provider);
    for (const middleware of this.#middleware) provider.use(middleware);
  }

  #observe(provider: Provider): void {
    const { observer } = this.uses;
    const grantOf = ({ oidc }: KoaContextWithOIDC): string => {
      const grant = oidc.params?.['grant_type'];
      return typeof grant === 'string' ? grant : '';
    };
    provider.on('authorization.error', rememberRefusal);
    provider.on('grant.success', (context) => observer.token(grantOf(context), 'issued'));
    provider.on('grant.error', (context, error) => {
      if (error instanceof RepeatedAnswer) rememberRepeated(context, error);
      else observer.token(grantOf(context), 'refused');
      noteReason(context, error);
    });
  }
}
