/** A browser session of a user, as its owner and administrators see it. */
export interface SessionSummary {
  /** Public identifier of the session; not the cookie's value. */
  readonly uid: string;
  readonly signedInAt: Date | null;
  readonly expiresAt: Date;
  readonly clientIds: readonly string[];
}

/** What the protocol engine has given out, seen from outside the engine. */
export interface Artifacts {
  /** Ends everything of a client: codes, tokens, grants. */
  removeOfClient(clientId: string): Promise<void>;
  /** Ends everything of a user: sessions, codes, tokens, grants. */
  removeOfAccount(accountId: string): Promise<void>;
  removeOfGrant(grantId: string): Promise<void>;
  sessionsOf(accountId: string): Promise<readonly SessionSummary[]>;
  /** @returns whether there was such a session of this user */
  endSession(accountId: string, uid: string): Promise<boolean>;
  /** Access tokens that have not expired. */
  countActiveTokens(): Promise<number>;
  /** Deletes what has expired, in batches. @returns how many rows */
  sweep(now: Date): Promise<number>;
}

export const ARTIFACTS = Symbol('Artifacts');
