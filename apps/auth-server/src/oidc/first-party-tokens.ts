import type { Access, AccessTokens } from '../domain/access-tokens.js';
import { FIRST_PARTY } from '../domain/client.js';
import { ADMIN_SCOPE } from '../domain/scope.js';
import type { User } from '../domain/user.js';
import type { Engine } from './engine.js';
import { tokenClaims } from './claims.js';

/** Access tokens of the engine, for the doors beside it. */
export class FirstPartyTokens implements AccessTokens {
  constructor(private readonly engine: Engine) {}

  async find(value: string): Promise<Access | undefined> {
    const { provider, uses } = this.engine;
    const token = await provider.AccessToken.find(value);
    if (token === undefined || !token.isValid || token.isSenderConstrained()) return undefined;
    // A token for another resource is none here, whatever its scopes say.
    if (token.aud !== undefined || token.grantId === undefined) return undefined;
    const grant = await provider.Grant.find(token.grantId);
    if (grant === undefined || grant.clientId !== token.clientId) return undefined;
    const client = await provider.Client.find(token.clientId ?? '');
    const user = await uses.users.find(token.accountId);
    if (client === undefined || user?.isActive !== true) return undefined;
    return {
      user,
      scopes: new Set(token.scope?.split(' ') ?? []),
      clientId: client.clientId,
      grantId: token.grantId,
    };
  }

  async issueForAdmin(user: User): Promise<{ token: string; expiresIn: number }> {
    const { provider } = this.engine;
    const client = await provider.Client.find(FIRST_PARTY.admin);
    if (client === undefined) throw new Error('The built-in admin client is missing.');
    const grant = new provider.Grant({ accountId: user.id, clientId: client.clientId });
    grant.addOIDCScope(ADMIN_SCOPE);
    const token = new provider.AccessToken({
      accountId: user.id,
      client,
      grantId: await grant.save(),
      scope: ADMIN_SCOPE,
      gty: 'password',
      extra: tokenClaims(user),
    });
    return { token: await token.save(), expiresIn: token.expiration };
  }
}
