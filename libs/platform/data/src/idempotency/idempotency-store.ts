/** A key's use as it begins. */
export interface StartedEntry {
  /** Whose key it is, and for what: keys of different callers or operations never meet. */
  readonly scope: string;
  readonly key: string;
  /** Of the request: the same key with another request is a mistake. */
  readonly fingerprint: string;
  /** Until then nobody else may begin; a crash leaves the key locked no longer. */
  readonly lockedUntil: Date;
  /** From then on the key is new again. */
  readonly expiresAt: Date;
}

/** What is stored under a key. */
export interface IdempotencyEntry {
  readonly fingerprint: string;
  /** A JSON value; `undefined` while the work goes on. */
  readonly result?: unknown;
}

/** Where keys are kept. Every method is atomic. */
export abstract class IdempotencyStore {
  /**
   * Begins, unless the key is in use: an entry that has expired, or whose lock has run out before
   * there was a result for the same request, is taken over.
   *
   * @returns `undefined` when it has begun, else what is there
   */
  abstract begin(entry: StartedEntry, now: Date): Promise<IdempotencyEntry | undefined>;
  /** Keeps the result, a JSON value. */
  abstract complete(scope: string, key: string, result: unknown): Promise<void>;
  /** Forgets a key whose work failed, so that it can be tried again. */
  abstract release(scope: string, key: string): Promise<void>;
  /** @returns how many expired keys are gone, at most 10,000 at once */
  abstract sweep(now: Date): Promise<number>;
}
