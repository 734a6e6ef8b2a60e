/** A browser session of a user, as its owner and administrators see it. */
export interface SessionSummary {
  /** Public identifier of the session; not the cookie's value. */
  readonly uid: string;
  readonly signedInAt: Date | null;
  readonly expiresAt: Date;
  readonly clientIds: readonly string[];
  /** It stays when somebody signs in anew in the same browser; absent as `lastUse` is. */
  readonly firstUseAt?: Date;
  /** From where it was last used, and when; absent for what is older than this was kept. */
  readonly lastUse?: { readonly device: string; readonly ip: string; readonly at: Date };
}

/** A client that took part in a session, and its own name of the session. */
export interface Participant {
  readonly clientId: string;
  readonly sid?: string | undefined;
}

/** Tells clients that a session of theirs has ended (OpenID Connect Back-Channel Logout 1.0). */
export abstract class SignOutNotices {
  /** Never fails: clients that cannot be told are written to the log. */
  abstract signedOut(accountId: string, participants: readonly Participant[]): Promise<void>;
}

/** A client that somebody has allowed something. */
export interface Application {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly since: Date;
}

/** What the protocol engine has given out, seen from outside the engine. */
export abstract class Artifacts {
  /** Ends everything of a client: codes, tokens, grants. */
  abstract removeOfClient(clientId: string): Promise<void>;
  /** Ends everything of a user: sessions, codes, tokens, grants. @returns who took part in sessions */
  abstract removeOfAccount(accountId: string): Promise<readonly Participant[]>;
  abstract removeOfGrant(grantId: string): Promise<void>;
  abstract sessionsOf(accountId: string): Promise<readonly SessionSummary[]>;
  /**
   * @param keepsOffline whether what was allowed with `offline_access` outlives the session
   * @returns who took part in it; `undefined` when the user has no such session
   */
  abstract endSession(
    accountId: string,
    uid: string,
    keepsOffline?: boolean,
  ): Promise<readonly Participant[] | undefined>;
  /** What the user has allowed to clients, and has not withdrawn. */
  abstract applicationsOf(accountId: string): Promise<readonly Application[]>;
  /** Ends everything that a client holds of a user. */
  abstract withdraw(accountId: string, clientId: string): Promise<void>;
  /** Access tokens that have not expired. */
  abstract countActiveTokens(): Promise<number>;
  /** Deletes what has expired, in batches. @returns how many rows */
  abstract sweep(now: Date): Promise<number>;
}
