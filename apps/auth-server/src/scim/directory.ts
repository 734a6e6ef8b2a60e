import type { User } from '../users/user.js';

/** A user as a directory knows one (SCIM, RFC 7643). */
export interface DirectoryEntry {
  readonly user: User;
  /** What the directory calls the user; the own name of those whom it has not made. */
  readonly userName: string;
  readonly externalId: string | null;
  /** Whether a directory has made the user, or has changed a name of it since. */
  readonly isManaged: boolean;
}

export interface DirectoryFilter {
  readonly limit: number;
  readonly offset: number;
  readonly id?: string;
  readonly userName?: string;
  readonly externalId?: string;
  readonly email?: string;
  readonly active?: boolean;
}

/** Names that a directory gives, which may be addresses, beside those that people sign in with. */
export abstract class Directory {
  abstract list(
    filter: DirectoryFilter,
  ): Promise<{ readonly entries: readonly DirectoryEntry[]; readonly total: number }>;
  abstract find(id: string): Promise<DirectoryEntry | undefined>;
  /** @throws {Problem} `user_exists` when somebody else has the name */
  abstract keep(
    userId: string,
    names: Pick<DirectoryEntry, 'userName' | 'externalId'>,
  ): Promise<void>;
}
