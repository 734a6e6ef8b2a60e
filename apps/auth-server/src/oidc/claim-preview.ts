import { Injectable } from '@nestjs/common';
import type { Client as EngineClient } from 'oidc-provider';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Client } from '../clients/client.js';
import type { User } from '../users/user.js';
import { accountOf, tokenClaims, withIdTokenClaims } from './engine/claims.js';
import { Engine } from './engine/engine.js';
import { clientClaims, mappedTokenClaims } from './engine/token-claims.js';

/** The claims of each place, without those of a sign-in: times, nonces and hashes. */
export interface ClaimsByPlace {
  readonly id_token: object;
  readonly userinfo: object;
  readonly access_token: object;
}

type AskedClaims = Record<string, null>;

interface ClaimsFilter {
  scope(scope: string): this;
  mask(claims: object): void;
  result(): Promise<object>;
}

type ClaimsClass = new (available: object, of: { readonly client: EngineClient }) => ClaimsFilter;

/** Shows what a client is told of a person, by the engine's own filter. */
@Injectable()
export class ClaimPreview {
  constructor(private readonly engine: Engine) {}

  /**
   * @param asked all scopes of the client if absent; those that it may not have are left out
   * @throws {Problem} `not_found` for a client that is not active
   */
  async show(client: Client, user: User, asked?: readonly string[]): Promise<ClaimsByPlace> {
    const { provider, uses } = this.engine;
    const found = await provider.Client.find(client.clientId);
    if (found === undefined) throw AUTH_ERRORS.clientNotFound();
    const own = found.scope?.split(' ') ?? [];
    const scopes = asked === undefined ? own : own.filter((name) => asked.includes(name));
    const account = accountOf(user, uses.groups, () => found);
    const { Claims } = provider as unknown as { readonly Claims: ClaimsClass };
    const told = async (use: 'id_token' | 'userinfo', scope: string, claims: AskedClaims) => {
      const available = await account.claims(use, scopes.join(' '), claims, []);
      const filter = new Claims(available, { client: found }).scope(scope);
      filter.mask(claims);
      return filter.result();
    };
    return {
      id_token: await told('id_token', 'openid', idTokenClaims(found, scopes)),
      userinfo: await told('userinfo', scopes.join(' '), {}),
      access_token: {
        ...(await mappedTokenClaims(found, user, uses.groups)),
        ...clientClaims(found),
        ...tokenClaims(user),
      },
    };
  }
}

function idTokenClaims(client: EngineClient, scopes: readonly string[]): AskedClaims {
  const requested = withIdTokenClaims(undefined, scopes, client['id_token_claims'] === true);
  if (typeof requested !== 'string') return {};
  return (JSON.parse(requested) as { readonly id_token: AskedClaims }).id_token;
}
