import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import {
  API_KEY_ERRORS,
  ApiKeys,
  type ApiKey,
  type IssuedApiKey,
} from '@sextant/platform-security/api-keys';
import { problem } from '@sextant/platform-http/errors';
import { FREE_SUFFIX, SCOPES, type Plan } from '../access/scopes.js';
import { Meter } from '../usage/meter.js';
import { UsageLedger } from '../usage/usage-ledger.js';
import type { KeyLimits } from '../usage/usage.js';

export const DEVELOPER_KEY_ERRORS = {
  ownKey: problem(
    'own_key_deactivation',
    400,
    'Bad request. Reason: A key cannot deactivate itself. Use another administrator key.',
  ),
  tooMany: problem(
    'too_many_keys',
    400,
    'Bad request. Reason: An organization has at most 1000 active keys. Deactivate one first.',
  ),
} as const;

/** A key with what it may use in a period. */
export interface DeveloperKey {
  readonly key: ApiKey;
  readonly limits: KeyLimits;
}

export interface NewDeveloperKey {
  readonly owner: string;
  readonly label?: string | undefined;
  readonly plan: Plan;
}

/** Of one organization (our choice); requests at the same time may exceed it by their number. */
const MOST_ACTIVE_KEYS = 1000;
const DEFAULT_LABEL = 'DeepL API Key';
const NO_LIMITS: KeyLimits = { characters: null, speechToTextMilliseconds: null };

/** What the administrators of an organization do with its keys (spec 1, part 4). */
@Injectable()
export class DeveloperKeys {
  constructor(
    private readonly keys: ApiKeys,
    private readonly ledger: UsageLedger,
    private readonly meter: Meter,
  ) {}

  /** The secret is in the answer, and nowhere else ever again. @throws {Problem} `too_many_keys` */
  async create({ owner, label = DEFAULT_LABEL, plan }: NewDeveloperKey): Promise<IssuedApiKey> {
    const active = (await this.keys.list(owner)).filter(({ revokedAt }) => revokedAt === undefined);
    if (active.length >= MOST_ACTIVE_KEYS) throw DEVELOPER_KEY_ERRORS.tooMany();
    return this.keys.create({
      owner,
      label,
      ...(plan === 'free'
        ? { scopes: [SCOPES.translate, SCOPES.freePlan], suffix: FREE_SUFFIX }
        : { scopes: [SCOPES.translate] }),
    });
  }

  /** Oldest first, deactivated ones too. */
  async list(owner: string): Promise<readonly DeveloperKey[]> {
    const keys = await this.keys.list(owner);
    const limits = await this.ledger.keyLimits(keys.map(({ id }) => id));
    return keys.map((key) => ({ key, limits: limits.get(key.id) ?? NO_LIMITS }));
  }

  /**
   * Ends a key, for good. It counts at once here, within five seconds on other replicas.
   *
   * @throws {Problem} `api_key_not_found`, also for another organization's; `own_key_deactivation`
   */
  async deactivate(caller: ApiKey, publicId: string): Promise<DeveloperKey> {
    const id = idOf(caller.owner, publicId);
    if (id === caller.id) throw DEVELOPER_KEY_ERRORS.ownKey();
    return this.#withLimits(await this.keys.revoke(caller.owner, id));
  }

  /** @throws {Problem} `api_key_not_found` */
  async rename(owner: string, publicId: string, label: string): Promise<DeveloperKey> {
    return this.#withLimits(await this.keys.rename(owner, idOf(owner, publicId), label));
  }

  /**
   * Bounds what a key may use in a period. What is left out stays; `null` takes a limit away.
   *
   * @throws {Problem} `api_key_not_found`
   */
  async limit(owner: string, publicId: string, limits: Partial<KeyLimits>): Promise<DeveloperKey> {
    const key = await this.keys.get(owner, idOf(owner, publicId));
    const changed = await this.ledger.setKeyLimits(key.id, limits);
    this.meter.forgetBalances();
    return { key, limits: changed };
  }

  async #withLimits(key: ApiKey): Promise<DeveloperKey> {
    const limits = await this.ledger.keyLimits([key.id]);
    return { key, limits: limits.get(key.id) ?? NO_LIMITS };
  }
}

/** A key's id as the interface shows it: two GUIDs with a colon between, the organization's and the key's. */
export const publicKeyId = ({ owner, id }: Pick<ApiKey, 'owner' | 'id'>): string =>
  `${organizationId(owner)}:${id}`;

/** @throws {Problem} `api_key_not_found` for an id of another organization */
function idOf(owner: string, publicId: string): string {
  const [organization, id = ''] = publicId.toLowerCase().split(':');
  if (organization !== organizationId(owner)) throw API_KEY_ERRORS.notFound();
  return id;
}

/** The same for the same name always (RFC 9562, version 8: the meaning of the bits is ours). */
function organizationId(owner: string): string {
  const hex = createHash('sha256').update(`organization:${owner}`).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
