import { Injectable } from '@nestjs/common';
import { Clock, Ids, Random } from '@sextant/platform-runtime/clock';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import { Journal } from '../audit/journal.js';
import { wordsOf, PasswordPolicy } from '../passwords/password-policy.js';
import { isForeignHash } from '../passwords/foreign/foreign-hashes.js';
import { NO_PASSWORD, Passwords } from '../passwords/passwords.js';
import type { StandardClaims } from '../claims/standard-claims.js';
import { isOfOneScript, type User, Users } from './user.js';
import { UnitOfWork } from '../database/unit-of-work.js';

export interface NewUser {
  readonly username: string;
  readonly email: string;
  /** Without one a link by e-mail sets it. */
  readonly password?: string | undefined;
  /** Of another system: the first sign-in makes ours of it. */
  readonly passwordHash?: string | undefined;
  readonly name?: string | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly academyId?: string | undefined;
  readonly roles?: readonly string[] | undefined;
  readonly isAdmin?: boolean | undefined;
  readonly isVerified?: boolean | undefined;
  /** True if absent. */
  readonly isActive?: boolean | undefined;
  readonly claims?: StandardClaims | undefined;
}

const DEFAULT_ACADEMY = 'default';

/** Makes users, whoever wants them: administrators, files, directories, other providers. */
@Injectable()
export class UserCreation {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly policy: PasswordPolicy,
    private readonly journal: Journal,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly random: Random,
    private readonly unit: UnitOfWork,
  ) {}

  /** @param alongside what is stored together with the user, or not at all */
  async create(
    values: NewUser,
    actor: Actor,
    alongside?: (user: User) => Promise<void>,
  ): Promise<User> {
    const { users, passwords, journal, unit } = this;
    const { password, passwordHash } = values;
    await this.check(values);
    const user = this.#draft(values);
    // Hashing takes its time: it holds no transaction open.
    const hash =
      password === undefined ? (passwordHash ?? NO_PASSWORD) : await passwords.hash(password);
    const { id, ip } = actor;
    await unit.run(async () => {
      await users.add(user, hash);
      await journal.record({ type: 'user.created', actor: id, subject: user.id, ip });
      await alongside?.(user);
    });
    return user;
  }

  /**
   * Whether there may be such a user; whether name and address are free is another question.
   *
   * @throws {Problem} for a name of several scripts, a hash that cannot be checked, or a weak password
   */
  async check(values: NewUser): Promise<void> {
    const { password, passwordHash, username } = values;
    if (!isOfOneScript(username)) throw AUTH_ERRORS.mixedUserName();
    if (passwordHash !== undefined && !isForeignHash(passwordHash)) throw AUTH_ERRORS.foreignHash();
    if (password !== undefined) await this.policy.check(password, wordsOf(values));
  }

  #draft(values: NewUser): User {
    const { ids, clock, random } = this;
    const now = new Date(clock.nowMs());
    return {
      id: ids.next(),
      objectId: random.bytes(12).toString('hex'),
      username: values.username,
      email: values.email,
      name: nameOf(values),
      givenName: values.givenName ?? null,
      familyName: values.familyName ?? null,
      academyId: values.academyId ?? DEFAULT_ACADEMY,
      roles: values.roles ?? [],
      groupRoles: [],
      isActive: values.isActive ?? true,
      isAdmin: values.isAdmin ?? false,
      isVerified: values.isVerified ?? false,
      claims: values.claims ?? {},
      createdAt: now,
      updatedAt: now,
      lastLogin: null,
      generation: 0,
    };
  }
}

/** The full name in the place of one that is not given, and the user name in the place of that. */
function nameOf({ name, givenName, familyName, username }: NewUser): string {
  if (name !== undefined) return name;
  const fullName = [givenName, familyName].filter(Boolean).join(' ');
  return fullName === '' ? username : fullName;
}
