/** A browser that somebody signs in with. */
export interface Browser {
  /** What its cookie holds: 256 random bits, or nothing that we ever gave out. */
  readonly token: string;
  /** What it calls itself, shortened. */
  readonly name: string;
  /** Languages that it asks for, best first. */
  readonly languages: readonly string[];
}

/** That a browser stands for somebody's second factor. */
export interface BrowserTrust {
  readonly digest: Buffer;
  readonly userId: string;
  /** Digest of how the account was protected then: trust ends with any change of that. */
  readonly as: Buffer;
}

/** Browsers in which people have signed in, by the digest of a cookie. */
export abstract class KnownDevices {
  /** Users who have signed in with it. */
  abstract usersOf(digest: Buffer): Promise<ReadonlySet<string>>;
  /** @returns whether it is new, and not the user's first */
  abstract remember(
    digest: Buffer,
    userId: string,
    seen: { name: string; now: Date },
  ): Promise<boolean>;
  /**
   * Of a browser that is known; from then on it is another one's digest, for all its users: the cookie before may have been put there.
   */
  abstract trust(trust: BrowserTrust, until: Date, next: Buffer): Promise<void>;
  abstract isTrusted(trust: BrowserTrust, now: Date): Promise<boolean>;
}
