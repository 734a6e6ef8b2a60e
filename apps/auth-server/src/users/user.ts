import type { Random } from '@sextant/platform-runtime/clock';
import type { StandardClaims } from '../claims/standard-claims.js';

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
  /** The user's own; `rolesOf` tells all. */
  readonly roles: readonly string[];
  /** Those that the user's groups bring. */
  readonly groupRoles: readonly string[];
  readonly isActive: boolean;
  readonly isAdmin: boolean;
  /** Whether the e-mail address is known to be the person's. */
  readonly isVerified: boolean;
  readonly claims: StandardClaims;
  readonly createdAt: Date;
  /** When an administrator last changed something that relying parties see. */
  readonly updatedAt: Date;
  readonly lastLogin: Date | null;
  /** Grows with everything that signs the user out everywhere. */
  readonly generation: number;
}

/** All roles that a user has, of its own and by groups. */
export const rolesOf = ({
  roles,
  groupRoles,
}: Pick<User, 'roles' | 'groupRoles'>): readonly string[] =>
  groupRoles.length === 0 ? roles : [...new Set([...roles, ...groupRoles])];

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
  /** What the user name, the address or the name begins with. */
  readonly q?: string;
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
    | 'claims'
  >
> & { readonly passwordHash?: string };

/** Where users are kept. */
export abstract class Users {
  abstract find(id: string): Promise<User | undefined>;
  /** As the user is now, and stays until the end of the transaction. */
  abstract findToChange(id: string): Promise<User | undefined>;
  /** As the user is once the changes that are under way have ended. */
  abstract findSettled(id: string): Promise<User | undefined>;
  /** By user name or e-mail address, in any case and Unicode form. */
  abstract findForSignIn(name: string): Promise<UserWithPassword | undefined>;
  /** Some hash of another system, always the same for one place while it is there; `undefined` where there is none. */
  abstract foreignHashAt(place: string): Promise<string | undefined>;
  abstract list(
    filter: UserFilter,
  ): Promise<{ readonly users: readonly User[]; readonly total: number }>;
  /** @throws {Problem} `user_exists` when the name or the address is taken */
  abstract add(user: User, passwordHash: string): Promise<void>;
  /** @throws {Problem} `user_exists` when the address is taken, `last_admin` when nobody would be left */
  abstract change(id: string, change: UserChange): Promise<User | undefined>;
  /** Replaces the hash of a password that is still the user's. */
  abstract rehashed(id: string, oldHash: string, newHash: string): Promise<void>;
  /** Said before everything of the user is deleted: sign-ins that are under way fail from now on. */
  abstract signedOut(id: string): Promise<void>;
  /** For ever, with all that is kept under the user's name. */
  abstract remove(id: string): Promise<void>;
}

/** Letters and digits of any script, and a few signs; no @, which would look like an address. */
export const USERNAME = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]{0,63}$/u;
export const ROLE = /^[a-z][a-z0-9_-]{0,31}$/;
export const PRINTABLE = /^[^\p{Cc}\p{Cf}]+$/u;

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Georgian}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]/u,
];

/**
 * Whether all letters are of one script, so that no letter is a look-alike of another script's.
 *
 * @see Unicode Technical Standard 39, section 5.1, "Mixed-Script Detection"
 */
export const isOfOneScript = (name: string): boolean =>
  SCRIPTS.filter((script) => script.test(name.normalize('NFKC'))).length <= 1;

/**
 * Whether a user who signed in has not been signed out, deactivated or given a new password since. A change that has not seen what was
 * stored for the sign-in, and is not to be seen yet itself, is waited for.
 */
export async function isStillIn(users: Pick<Users, 'findSettled'>, user: User): Promise<boolean> {
  const now = await users.findSettled(user.id);
  return now?.isActive === true && now.generation === user.generation;
}

/**
 * The form in which names are compared: compatibility characters and case must not make two
 * accounts that look alike.
 *
 * @see Unicode Standard Annex 15, NFKC
 */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase().trim();

/**
 * Whether mail to both addresses arrives in the same place. Accounts are found by {@link nameKey}, for which a full-width letter is the
 * usual one: such an address is another mailbox, and proves nothing.
 */
export const isSameMailbox = (one: string, other: string): boolean =>
  mailboxOf(one) === mailboxOf(other);

const mailboxOf = (email: string): string =>
  email.normalize('NFC').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Other systems name people by their addresses, which no user name is: what is before the @ becomes it, with a suffix where it
 * is taken. What is a user name already stays it.
 */
export async function usernameFor(
  wanted: string,
  users: Pick<Users, 'findForSignIn'>,
  random: Pick<Random, 'bytes'>,
): Promise<string> {
  if (USERNAME.test(wanted)) return wanted;
  const [local = ''] = wanted.split('@', 1);
  const stem = local.replaceAll(/[^\p{L}\p{N}\p{M}._-]/gu, '-').replace(/^[^\p{L}\p{N}]+/u, '');
  const name = stem.slice(0, 50);
  const isFree = USERNAME.test(name) && (await users.findForSignIn(name)) === undefined;
  return isFree ? name : `${name || 'user'}-${random.bytes(4).toString('hex')}`;
}
