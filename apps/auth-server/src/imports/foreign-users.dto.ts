import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { ImportedUser, RefusedLine } from '../accounts/user-import.js';
import { ForeignUserDto } from '../admin/users/user.dto.js';
import { detailsOf } from '../admin/users/user-members.dto.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { isUnstorable } from '../http/storable-text.js';
import { isForeignHash } from '../passwords/foreign/foreign-hashes.js';
import { USERNAME } from '../users/user.js';
import { UnusableEntry, type ForeignPerson, type ForeignRow } from './foreign-file.js';

/** Ours for roles of the other system; those that are not in it are left out. */
export type RoleNames = ReadonlyMap<string, string>;

export interface ReadUsers {
  readonly rows: readonly ImportedUser[];
  readonly refused: readonly RefusedLine[];
  /** How many people have a role that was left out, by its name there. */
  readonly otherRoles: ReadonlyMap<string, number>;
  /** How many people have something else that was left out. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** Holds people of other systems to what holds for people here. */
export function readForeignUsers(all: readonly ForeignRow[], roles: RoleNames): ReadUsers {
  const rows: ImportedUser[] = [];
  const refused: RefusedLine[] = [];
  const otherRoles = new Map<string, number>();
  const leftOut = new Map<string, number>();
  for (const one of all) {
    try {
      if ('refusal' in one) throw new UnusableEntry(one.refusal);
      const { person } = one;
      rows.push({ line: one.row, user: userOf(person, roles), totpSecrets: person.totpSecrets });
      count(
        person.roles.filter((name) => !roles.has(name)),
        otherRoles,
      );
      count(person.leftOut ?? [], leftOut);
    } catch (error) {
      if (!(error instanceof UnusableEntry)) throw error;
      refused.push({ line: one.row, message: error.message });
    }
  }
  return { rows, refused, otherRoles, leftOut };
}

function count(names: readonly string[], counts: Map<string, number>): void {
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
}

function userOf(person: ForeignPerson, roles: RoleNames): ImportedUser['user'] {
  if (person.email === undefined) throw new UnusableEntry('There is no e-mail address.');
  const dto = plainToInstance(ForeignUserDto, membersOf(person, roles));
  const message = firstComplaint(validateSync(dto, { stopAtFirstError: true }));
  if (message !== undefined) throw new UnusableEntry(message);
  if (isUnstorable(person)) {
    throw new UnusableEntry('A member holds the character NUL or half of a character.');
  }
  const { username, email, password_hash: passwordHash, ...details } = dto;
  if (passwordHash !== undefined && !isForeignHash(passwordHash)) {
    throw new UnusableEntry(AUTH_ERRORS.foreignHash().message);
  }
  return { username, email, passwordHash, isActive: person.isActive, ...detailsOf(details) };
}

function membersOf(person: ForeignPerson, roles: RoleNames): object {
  const { username = '' } = person;
  const own = person.roles.flatMap((name) => roles.get(name) ?? []);
  return withoutAbsent({
    // An address is none; one is made of it.
    username: USERNAME.test(username) ? username : undefined,
    email: person.email,
    name: person.name,
    given_name: person.givenName,
    family_name: person.familyName,
    roles: [...new Set(own)],
    is_verified: person.isVerified,
    claims: withoutAbsent(person.claims),
    password_hash: person.passwordHash,
  });
}

const withoutAbsent = (members: object): object =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]: [string, unknown]) => value !== undefined),
  );

function firstComplaint(errors: readonly ValidationError[]): string | undefined {
  const [error] = errors;
  if (error === undefined) return undefined;
  return (
    Object.values(error.constraints ?? {})[0] ??
    firstComplaint(error.children ?? []) ??
    'The entry is not valid.'
  );
}
