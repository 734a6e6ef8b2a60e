import { timingSafeEqual } from 'node:crypto';
import type { Clock, Ids, Random } from '@sextant/platform-runtime/clock';
import { problem } from '@sextant/platform-http/errors';
import { LRUCache } from 'lru-cache';
import type { ApiKey, ApiKeyStore, StoredApiKey } from './api-key.js';
import { hashOf, isWellFormed, mask, newSecret } from './key-format.js';

export const API_KEY_ERRORS = {
  malformed: problem('api_key_malformed', 400, 'This is not an API key: create one anew.'),
  notFound: problem('api_key_not_found', 404, 'There is no such key.'),
} as const;

export interface NewApiKey {
  readonly owner: string;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: Date;
  /** Two lower-case letters at the end of the secret, after a colon: for clients that read the plan there. */
  readonly suffix?: string;
}

/** A key that was just made. The secret can never be shown again. */
export interface IssuedApiKey {
  readonly key: ApiKey;
  readonly secret: string;
}

export interface ApiKeysDependencies {
  readonly store: ApiKeyStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
}

/** How long another replica may still accept a key after it was revoked, in milliseconds. */
const CACHE_TTL_MS = 5000;
const CACHE_SIZE = 10_000;

/** Makes, finds and ends API keys. Only hashes are stored. */
export class ApiKeys {
  readonly #cache: LRUCache<string, StoredApiKey>;
  readonly #lookUps = new Map<string, Promise<StoredApiKey | undefined>>();
  /** Grows with each revocation: what was read before it must not be cached after it. */
  #generation = 0;

  constructor(private readonly uses: ApiKeysDependencies) {
    this.#cache = new LRUCache({
      max: CACHE_SIZE,
      ttl: CACHE_TTL_MS,
      perf: { now: () => uses.clock.nowMs() },
      // Every look must see the clock that the app was given.
      ttlResolution: 0,
    });
  }

  async create(request: NewApiKey): Promise<IssuedApiKey> {
    const secret = newSecret(this.uses.random, request.suffix);
    const key = this.#record(request, secret);
    await this.uses.store.insert(key);
    return { key: withoutHash(key), secret };
  }

  /**
   * Stores a key whose secret is known already, as the first key of an installation is. Doing it
   * again changes nothing.
   *
   * @throws {Problem} `api_key_malformed` when the secret has not the format of a key
   */
  async adopt(request: NewApiKey, secret: string): Promise<void> {
    if (!isWellFormed(secret)) throw API_KEY_ERRORS.malformed();
    await this.uses.store.insert(this.#record(request, secret));
  }

  /**
   * The active key that a secret belongs to. Revocations by this process count at once, those by
   * other replicas within five seconds.
   */
  async verify(secret: string): Promise<ApiKey | undefined> {
    if (!isWellFormed(secret)) return undefined;
    const hash = hashOf(secret);
    const key = await this.#lookUp(hash);
    if (key === undefined || !timingSafeEqual(key.hash, hash)) return undefined;
    return this.stateOf(key) === 'active' ? withoutHash(key) : undefined;
  }

  /** What a key is now; one that was revoked stays so. */
  stateOf({ revokedAt, expiresAt }: ApiKey): 'active' | 'expired' | 'revoked' {
    if (revokedAt !== undefined) return 'revoked';
    const isPast = expiresAt !== undefined && expiresAt.getTime() <= this.uses.clock.nowMs();
    return isPast ? 'expired' : 'active';
  }

  list(owner: string): Promise<readonly ApiKey[]> {
    return this.uses.store.list(owner);
  }

  /** @throws {Problem} `api_key_not_found` */
  async get(owner: string, id: string): Promise<ApiKey> {
    return found(await this.uses.store.find(owner, id));
  }

  /** @throws {Problem} `api_key_not_found` */
  async revoke(owner: string, id: string): Promise<ApiKey> {
    const revoked = found(
      await this.uses.store.revoke(owner, id, new Date(this.uses.clock.nowMs())),
    );
    this.#generation += 1;
    this.#lookUps.clear();
    this.#cache.clear(); // entries are found by hash, which the caller does not have
    return revoked;
  }

  /** @throws {Problem} `api_key_not_found` */
  async rename(owner: string, id: string, label: string): Promise<ApiKey> {
    return found(await this.uses.store.rename(owner, id, label));
  }

  #record({ owner, label, scopes, expiresAt }: NewApiKey, secret: string): StoredApiKey {
    return {
      id: this.uses.ids.next(),
      owner,
      label,
      scopes,
      masked: mask(secret),
      hash: hashOf(secret),
      createdAt: new Date(this.uses.clock.nowMs()),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
  }

  /** One query at a time for a key, however many requests wait for it. */
  #lookUp(hash: Buffer): Promise<StoredApiKey | undefined> {
    const entry = hash.toString('base64');
    const cached = this.#cache.get(entry);
    if (cached !== undefined) return Promise.resolve(cached);
    const running = this.#lookUps.get(entry);
    if (running !== undefined) return running;
    const lookUp = this.#read(entry, hash).finally(() => {
      if (this.#lookUps.get(entry) === lookUp) this.#lookUps.delete(entry);
    });
    this.#lookUps.set(entry, lookUp);
    return lookUp;
  }

  async #read(entry: string, hash: Buffer): Promise<StoredApiKey | undefined> {
    const generation = this.#generation;
    const stored = await this.uses.store.findByHash(hash);
    if (stored !== undefined && generation === this.#generation) this.#cache.set(entry, stored);
    return stored;
  }
}

/** Whether a verified key may do something. */
export const hasScope = (key: ApiKey, scope: string): boolean => key.scopes.includes(scope);

function withoutHash({ hash: _hash, ...key }: StoredApiKey): ApiKey {
  return key;
}

function found(key: ApiKey | undefined): ApiKey {
  if (key === undefined) throw API_KEY_ERRORS.notFound();
  return key;
}
