import type { ApiKey, ApiKeys, IssuedApiKey } from '@sextant/platform-api-keys';
import { chainScope, type Caller } from './caller.js';

export interface KeyWish {
  readonly label: string;
  readonly scopes: readonly string[];
  /** Empty: all chains. */
  readonly chains: readonly number[];
  readonly expiresAt?: Date;
}

/** Administration of a tenant's keys by keys of its own. */
export class KeyDesk {
  constructor(private readonly keys: ApiKeys) {}

  /** @throws {Problem} `FORBIDDEN` */
  async issue(caller: Caller, { scopes, chains, ...wish }: KeyWish): Promise<IssuedApiKey> {
    caller.require('admin');
    const all = [...scopes, ...chains.map(chainScope)];
    return await this.keys.create({ ...wish, owner: caller.tenant, scopes: all });
  }

  async list(caller: Caller): Promise<readonly ApiKey[]> {
    caller.require('admin');
    return await this.keys.list(caller.tenant);
  }

  /** A new key with the same rights; both are valid until the old one is revoked. */
  async rotate(caller: Caller, id: string): Promise<IssuedApiKey> {
    caller.require('admin');
    return await rotateKey(this.keys, caller.tenant, id);
  }

  async revoke(caller: Caller, id: string): Promise<ApiKey> {
    caller.require('admin');
    return await this.keys.revoke(caller.tenant, id);
  }
}

/** @throws {Problem} `api_key_not_found` */
export async function rotateKey(keys: ApiKeys, owner: string, id: string): Promise<IssuedApiKey> {
  const { label, scopes, expiresAt } = await keys.get(owner, id);
  return await keys.create({ owner, label, scopes, ...(expiresAt ? { expiresAt } : {}) });
}
