import { createHash } from 'node:crypto';
import type { Clock } from '@sextant/platform-runtime/clock';
import { problem } from '@sextant/platform-http/errors';
import type { IdempotencyStore } from './idempotency-store.js';

/** What is wrong with a key (draft-ietf-httpapi-idempotency-key-header-07, section 2.7). */
export const IDEMPOTENCY_ERRORS = {
  malformed: problem(
    'idempotency_key_malformed',
    400,
    'Idempotency-Key must be 1 to 255 printable ASCII characters.',
  ),
  inProgress: problem(
    'idempotency_key_in_use',
    409,
    'A request with this Idempotency-Key is still being processed. Try again later.',
  ),
  mismatch: problem(
    'idempotency_key_reused',
    422,
    'This Idempotency-Key was used with another request. Use a new key.',
  ),
} as const;

export interface IdempotencyOptions {
  /** How long a result is kept; 24 hours if absent. */
  readonly ttlMs?: number;
  /** Longer than the work takes; 60 seconds if absent. */
  readonly lockMs?: number;
}

export interface IdempotentRequest {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
}

export interface Outcome<Result> {
  readonly result: Result;
  /** Whether the work was done earlier and this is its result. */
  readonly isReplay: boolean;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The visible characters of ASCII and the space: what a header carries unharmed. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/** Does the work of a request once, however often the request comes. */
export class Idempotency {
  readonly #ttlMs: number;
  readonly #lockMs: number;

  constructor(
    private readonly store: IdempotencyStore,
    private readonly clock: Clock,
    { ttlMs = DAY_MS, lockMs = MINUTE_MS }: IdempotencyOptions = {},
  ) {
    this.#ttlMs = ttlMs;
    this.#lockMs = lockMs;
  }

  /**
   * Runs the work, or gives the result of the first run. What fails is forgotten, so that the same
   * key may try again; a process that dies leaves the key locked for `lockMs`.
   *
   * @param work its result must be a JSON value: store what names the outcome, not megabytes of it
   * @throws {Problem} 400 for no key at all, 409 while the first run goes on, 422 for another request
   */
  async run<Result>(
    request: IdempotentRequest,
    work: () => Promise<Result>,
  ): Promise<Outcome<Result>> {
    const { scope, key, fingerprint } = request;
    if (!KEY.test(key)) throw IDEMPOTENCY_ERRORS.malformed();
    const nowMs = this.clock.nowMs();
    const found = await this.store.begin(
      {
        ...request,
        lockedUntil: new Date(nowMs + this.#lockMs),
        expiresAt: new Date(nowMs + this.#ttlMs),
      },
      new Date(nowMs),
    );
    if (found === undefined)
      return { result: await this.#first(scope, key, work), isReplay: false };
    if (found.fingerprint !== fingerprint) throw IDEMPOTENCY_ERRORS.mismatch();
    if (found.result === undefined) {
      throw IDEMPOTENCY_ERRORS.inProgress({ headers: { 'Retry-After': '1' } });
    }
    return { result: found.result as Result, isReplay: true };
  }

  async #first<Result>(scope: string, key: string, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      await this.store.complete(scope, key, result);
      return result;
    } catch (error) {
      // When even that fails, the lock runs out by itself: the first error is the one to know.
      await this.store.release(scope, key).catch(() => undefined);
      throw error;
    }
  }
}

/** The fingerprint of a request: of its parts as JSON, in the order in which they are given. */
export const fingerprintOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
