/** Somebody as a directory knows one. */
export interface DirectoryPerson {
  /** Of the directory, for ever of one person: names and places in the tree change. */
  readonly id: string;
  /** Distinguished name (RFC 4514), at this moment. */
  readonly dn: string;
  readonly username: string | undefined;
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  /** False for an account that the directory has disabled, locked or let expire. */
  readonly isEnabled: boolean;
  /** What the operator's mapping makes of the person's groups. */
  readonly roles: readonly string[];
}

/** A directory that keeps people and their passwords (LDAP, RFC 4511). */
export interface Directory {
  readonly id: string;
  readonly name: string;
  /** Whether those who have no account here get one. */
  readonly createsAccounts: boolean;
  /** Whether an address that is verified here is enough to give an account over to the directory. */
  readonly linksByEmail: boolean;
  /** All roles that the directory decides about: it takes them away as well. */
  readonly governedRoles: ReadonlySet<string>;
  /** By a name that people sign in with. @throws {DirectoryUnavailable} */
  find(name: string): Promise<DirectoryPerson | undefined>;
  /** @throws {DirectoryUnavailable} */
  findById(id: string): Promise<DirectoryPerson | undefined>;
  /**
   * Whether the password is the person's. Nobody's password is asked for as well, so that both take the same time.
   *
   * @throws {DirectoryUnavailable}
   */
  accepts(person: DirectoryPerson | undefined, password: string): Promise<boolean>;
}

/** The directories that the operator has named. */
export abstract class Directories {
  abstract readonly all: readonly Directory[];
}

/** What people and programs are told of that. */
export const DIRECTORY_AWAY = 'A directory does not answer just now. Try again.';

/** A directory does not answer, or refuses the service itself: about people that says nothing. */
export class DirectoryUnavailable extends Error {
  constructor(directory: string, cause: unknown) {
    super(`The directory ${directory} does not answer.`, { cause });
  }
}

/** Which account here belongs to which person of a directory. */
export interface DirectoryAccount {
  readonly directory: string;
  readonly personId: string;
  readonly userId: string;
}

export abstract class DirectoryAccounts {
  abstract ofUser(userId: string): Promise<DirectoryAccount | undefined>;
  abstract userOf(directory: string, personId: string): Promise<string | undefined>;
  /** @returns whether it is this user's now; somebody else's stays theirs */
  abstract add(account: DirectoryAccount): Promise<boolean>;
}
