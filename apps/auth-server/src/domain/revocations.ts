/** The end of an access token before its time. */
export interface Revocation {
  /** Place in the order in which they are told. */
  readonly place: string;
  /** Digest of the token's `jti`: who reads it can present no token. */
  readonly token: Buffer;
  readonly expiresAt: Date;
  readonly at: Date;
}

/** Who listens, each from where it has heard the last one. */
export interface RevocationStreams {
  /** Begins with everything that has not expired yet. @returns its id */
  open(): Promise<string>;
  close(id: string): Promise<boolean>;
  isOpen(id: string): Promise<boolean>;
  /** What was heard up to there is not told again. */
  heard(id: string, place: string): Promise<void>;
  /** Oldest first; `undefined` when there is no such stream. */
  next(id: string, limit: number): Promise<readonly Revocation[] | undefined>;
  /** Forgets what has expired, and who has not listened for a day. */
  sweep(now: Date): Promise<void>;
}

export const REVOCATION_STREAMS = Symbol('RevocationStreams');

export interface RevocationsDependencies {
  readonly streams: RevocationStreams;
  /** Calls with every revocation, of whatever replica. */
  readonly onRevoked: (listener: () => void) => void;
}

/** Shorter than any proxy waits. */
const LONGEST_WAIT_MS = 20_000;

/** Tells of revocations: to whom nothing is new, when something is. */
export class Revocations {
  readonly #waiting = new Set<() => void>();

  constructor(private readonly uses: RevocationsDependencies) {
    uses.onRevoked(() => this.wake());
  }

  get streams(): RevocationStreams {
    return this.uses.streams;
  }

  /** @param waits whether an answer may take its time while nothing is new */
  async next(
    id: string,
    { limit, waits }: { readonly limit: number; readonly waits: boolean },
  ): Promise<readonly Revocation[] | undefined> {
    // Asked for first: what comes between the question and the answer must not be slept through.
    const news = waits ? this.#news() : undefined;
    const found = await this.uses.streams.next(id, limit);
    if (found === undefined || found.length > 0 || news === undefined) {
      news?.cancel();
      return found;
    }
    await news.promise;
    return this.uses.streams.next(id, limit);
  }

  /** Nobody is kept waiting, such as at the end of the process. */
  wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #news(): { readonly promise: Promise<void>; readonly cancel: () => void } {
    let cancel: () => void = () => undefined;
    const promise = new Promise<void>((resolve) => {
      const timer = setTimeout(() => cancel(), LONGEST_WAIT_MS);
      timer.unref();
      cancel = () => {
        clearTimeout(timer);
        this.#waiting.delete(cancel);
        resolve();
      };
      this.#waiting.add(cancel);
    });
    return { promise, cancel: () => cancel() };
  }
}
