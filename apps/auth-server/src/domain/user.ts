/** A person who can sign in. */
export interface User {
  /** UUID; the `sub` of all tokens. */
  readonly id: string;
  /** 24 hexadecimal digits, the form in which the sibling services know a person (our choice). */
  readonly objectId: string;
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly academyId: string;
  readonly roles: readonly string[];
  readonly isActive: boolean;
  readonly isAdmin: boolean;
  /** Whether the e-mail address is known to be the person's. */
  readonly isVerified: boolean;
  readonly createdAt: Date;
  readonly lastLogin: Date | null;
}

/** A user with what only signing in needs. */
export interface UserWithPassword {
  readonly user: User;
  readonly passwordHash: string;
}

export interface UserFilter {
  readonly limit: number;
  readonly offset: number;
  readonly active?: boolean;
  readonly admin?: boolean;
}

export type UserChange = Partial<
  Pick<
    User,
    | 'email'
    | 'name'
    | 'givenName'
    | 'familyName'
    | 'academyId'
    | 'roles'
    | 'isActive'
    | 'isAdmin'
    | 'isVerified'
  >
> & { readonly passwordHash?: string };

/** Where users are kept. */
export interface Users {
  find(id: string): Promise<User | undefined>;
  /** By user name or e-mail address, in any case and Unicode form. */
  findForSignIn(name: string): Promise<UserWithPassword | undefined>;
  list(filter: UserFilter): Promise<{ readonly users: readonly User[]; readonly total: number }>;
  /** @throws {Problem} `user_exists` when the name or the address is taken */
  add(user: User, passwordHash: string): Promise<void>;
  /** @throws {Problem} `user_exists` when the address is taken */
  change(id: string, change: UserChange): Promise<User | undefined>;
  signedIn(id: string, at: Date): Promise<void>;
}

export const USERS = Symbol('Users');

/**
 * The form in which names are compared: compatibility characters and case must not make two
 * accounts that look alike.
 *
 * @see Unicode Standard Annex 15, NFKC
 */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase().trim();
