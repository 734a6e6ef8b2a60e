import { Injectable } from '@nestjs/common';
import type { Access, AccessTokens } from '../sign-in/access-tokens.js';
import { FIRST_PARTY } from '../clients/client.js';
import { ADMIN_SCOPE } from '../scopes/scope.js';
import type { SignedIn } from '../sign-in/sign-in.js';
import { isStillIn } from '../users/user.js';
import { Engine } from './engine/engine.js';
import { tokenClaims } from './engine/claims.js';
import { nameGrant } from './engine/grants/password-grant.js';

/** Access tokens of the engine, for the doors beside it. */
@Injectable()
export class FirstPartyTokens implements AccessTokens {
  constructor(private readonly engine: Engine) {}

  async find(value: string): Promise<Access | undefined> {
    const { provider, uses } = this.engine;
    const token = await this.#usable(value);
    if (token?.clientId === undefined) return undefined;
    const [client, user] = await Promise.all([
      provider.Client.find(token.clientId),
      uses.users.find(token.accountId),
    ]);
    if (client === undefined || user?.isActive !== true) return undefined;
    return {
      user,
      scopes: new Set(token.scope?.split(' ') ?? []),
      clientId: client.clientId,
      grantId: token.grantId,
    };
  }

  /** A token for another resource is none here, whatever its scopes say; nor is one bound to a key. */
  async #usable(value: string) {
    const { provider } = this.engine;
    const token = await provider.AccessToken.find(value);
    const isPlain = token?.isValid === true && !token.isSenderConstrained();
    // The types have no undefined here, the tokens do.
    const audience = token?.aud as string | undefined;
    if (!isPlain || audience !== undefined) return undefined;
    const grant = await provider.Grant.find(token.grantId);
    return grant?.clientId === token.clientId ? token : undefined;
  }

  async issueForAdmin({
    user,
    assurance,
  }: SignedIn): Promise<{ token: string; expiresIn: number } | undefined> {
    const { provider, uses } = this.engine;
    const client = await provider.Client.find(FIRST_PARTY.admin);
    if (client === undefined) throw new Error('The built-in admin client is missing.');
    const grant = new provider.Grant({ accountId: user.id, clientId: client.clientId });
    grant.addOIDCScope(ADMIN_SCOPE);
    const grantId = nameGrant(grant);
    const token = new provider.AccessToken({
      accountId: user.id,
      client,
      grantId,
      scope: ADMIN_SCOPE,
      gty: 'password',
      extra: {
        ...tokenClaims(user),
        acr: assurance.acr,
        auth_time: Math.floor(uses.clock.nowMs() / 1000),
      },
    });
    const [value] = await Promise.all([token.save(), grant.save()]);
    if (await isStillIn(uses.users, user)) {
      uses.observer.token('admin', 'issued');
      return { token: value, expiresIn: token.expiration };
    }
    await uses.artifacts.removeOfGrant(grantId);
    return undefined;
  }
}
