import { Injectable } from '@nestjs/common';
import { type ApiKey, ApiKeys, type IssuedApiKey } from '@sextant/platform-security/api-keys';
import { Clock } from '@sextant/platform-runtime/clock';
import { problem } from '@sextant/platform-http/errors';
import { chainScope, type Caller } from './caller.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';

export const KEY_ERRORS = {
  inactive: problem('KEY_NOT_ACTIVE', 409, 'The key was revoked or has expired: issue a new one.'),
} as const;

const NAME = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,100}$/u;

/** What labels of keys and names of tenants look like: they are shown in lines and columns. */
export const isKeyName = (text: string): boolean => NAME.test(text);

export interface KeyRequest {
  readonly label: string;
  readonly scopes: readonly string[];
  /** Empty: all chains. */
  readonly chains: readonly number[];
  readonly expiresAt?: Date;
}

/** Administration of a tenant's keys by keys of its own. An administrator may give any scope, on its own chains. */
@Injectable()
export class ApiKeyAdministration {
  constructor(
    private readonly keys: ApiKeys,
    private readonly clock: Clock,
  ) {}

  /** @throws {Problem} `FORBIDDEN`, `INVALID_INPUT` */
  async issue(caller: Caller, { scopes, chains, ...wish }: KeyRequest): Promise<IssuedApiKey> {
    caller.require('admin');
    this.#requireSense({ scopes, ...wish });
    const all = [...scopes, ...chains.map(chainScope)];
    requireGivable(caller, all);
    return await this.keys.create({ ...wish, owner: caller.tenant, scopes: all });
  }

  async list(caller: Caller): Promise<readonly ApiKey[]> {
    caller.require('admin');
    return await this.keys.list(caller.tenant);
  }

  /**
   * A new key with the same rights; both are valid until the old one is revoked.
   *
   * @throws {Problem} `FORBIDDEN`, `KEY_NOT_ACTIVE`, `api_key_not_found`
   */
  async rotate(caller: Caller, id: string): Promise<IssuedApiKey> {
    caller.require('admin');
    const { scopes } = await this.keys.get(caller.tenant, id);
    requireGivable(caller, scopes);
    return await rotateKey(this.keys, caller.tenant, id);
  }

  async revoke(caller: Caller, id: string): Promise<ApiKey> {
    caller.require('admin');
    return await this.keys.revoke(caller.tenant, id);
  }

  #requireSense({ label, scopes, expiresAt }: Omit<KeyRequest, 'chains'>): void {
    const fault =
      (scopes.length === 0 && 'scopes must name one at least.') ||
      (!isKeyName(label) && 'label must be one line of 1 to 100 characters.') ||
      (expiresAt !== undefined && +expiresAt <= this.clock.nowMs() && 'expires_at is in the past.');
    if (fault !== false) throw IPT_ERRORS.invalidInput({ message: fault });
  }
}

function requireGivable(caller: Caller, scopes: readonly string[]): void {
  if (caller.mayGive(scopes)) return;
  throw IPT_ERRORS.forbidden({ message: 'A key gives no more chains than it may use itself.' });
}

/** @throws {Problem} `api_key_not_found`, `KEY_NOT_ACTIVE` */
export async function rotateKey(keys: ApiKeys, owner: string, id: string): Promise<IssuedApiKey> {
  const key = await keys.get(owner, id);
  if (keys.stateOf(key) !== 'active') throw KEY_ERRORS.inactive();
  const { label, scopes, expiresAt } = key;
  return await keys.create({ owner, label, scopes, ...(expiresAt ? { expiresAt } : {}) });
}
