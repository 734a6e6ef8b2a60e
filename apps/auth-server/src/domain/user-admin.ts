import type { Clock, Ids, Random } from '@sextant/platform-clock';
import type { Artifacts, SessionSummary, SignOutNotices } from './artifacts.js';
import { AUTH_ERRORS } from './auth-errors.js';
import type { Actor } from './client-admin.js';
import type { AuditedType, Journal } from './journal.js';
import type { AccountNotices } from './account-notices.js';
import { wordsOf, type PasswordPolicy } from './password-policy.js';
import { NO_PASSWORD, type Passwords } from './passwords.js';
import type { StandardClaims } from './standard-claims.js';
import { isOfOneScript, type User, type UserChange, type UserFilter, type Users } from './user.js';

export interface NewUser {
  readonly username: string;
  readonly email: string;
  /** Without one a link by e-mail sets it. */
  readonly password?: string | undefined;
  readonly name?: string | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly academyId?: string | undefined;
  readonly roles?: readonly string[] | undefined;
  readonly isAdmin?: boolean | undefined;
  readonly isVerified?: boolean | undefined;
  readonly claims?: StandardClaims | undefined;
}

export interface UserAdminDependencies {
  readonly users: Users;
  readonly passwords: Passwords;
  readonly policy: PasswordPolicy;
  readonly accountNotices: AccountNotices;
  readonly artifacts: Artifacts;
  readonly notices: SignOutNotices;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
}

const DEFAULT_ACADEMY = 'default';

/** Administration of users (spec 2, part 4.1); the same for the API, the command line and the bootstrap. */
export class UserAdmin {
  constructor(private readonly uses: UserAdminDependencies) {}

  list(filter: UserFilter) {
    return this.uses.users.list(filter);
  }

  async get(id: string): Promise<User> {
    const user = await this.uses.users.find(id);
    if (user === undefined) throw AUTH_ERRORS.userNotFound();
    return user;
  }

  async create(values: NewUser, actor: Actor): Promise<User> {
    const { users, passwords, policy } = this.uses;
    if (!isOfOneScript(values.username)) {
      throw AUTH_ERRORS.invalid({ message: 'username must not mix letters of several scripts.' });
    }
    const { password } = values;
    if (password !== undefined) await policy.check(password, wordsOf(values));
    const user = this.#draft(values);
    await users.add(user, password === undefined ? NO_PASSWORD : await passwords.hash(password));
    await this.#journal('user.created', user, actor);
    return user;
  }

  /** A new password and a deactivation end all sessions and tokens of the user. */
  async update(
    id: string,
    { password, ...change }: UserChange & { readonly password?: string | undefined },
    actor: Actor,
  ): Promise<User> {
    const { users, accountNotices } = this.uses;
    const hash = password === undefined ? {} : { passwordHash: await this.#hash(id, password) };
    const user = await users.change(id, { ...change, ...hash });
    if (user === undefined) throw AUTH_ERRORS.userNotFound();
    const isEnd = change.isActive === false || password !== undefined || change.isAdmin === false;
    if (isEnd) await this.#endAll(user);
    if (password !== undefined) await accountNotices.passwordChanged(user);
    await this.#journal(
      change.isActive === false ? 'user.deactivated' : 'user.changed',
      user,
      actor,
      {
        members: [...Object.keys(change), ...(password === undefined ? [] : ['credentials'])],
      },
    );
    return user;
  }

  async #hash(id: string, password: string): Promise<string> {
    await this.uses.policy.check(password, wordsOf(await this.get(id)));
    return this.uses.passwords.hash(password);
  }

  async sessions(id: string): Promise<readonly SessionSummary[]> {
    const user = await this.get(id);
    return this.uses.artifacts.sessionsOf(user.id);
  }

  /** Ends one session and what was opened with it. */
  async endSession(id: string, uid: string, actor: Actor): Promise<void> {
    const user = await this.get(id);
    const participants = await this.uses.artifacts.endSession(user.id, uid);
    if (participants === undefined) throw AUTH_ERRORS.sessionNotFound();
    await this.uses.notices.signedOut(user.id, participants);
    await this.#journal('user.signed_out', user, actor, { sessions: 1 });
  }

  /** Ends all sessions, codes and tokens of the user. */
  async signOutEverywhere(id: string, actor: Actor): Promise<void> {
    const user = await this.get(id);
    await this.#endAll(user);
    await this.#journal('user.signed_out', user, actor, { sessions: 'all' });
  }

  /** In this order: a sign-in that is under way either sees the first or falls to the second. */
  async #endAll(user: User): Promise<void> {
    await this.uses.users.signedOut(user.id);
    const participants = await this.uses.artifacts.removeOfAccount(user.id);
    await this.uses.notices.signedOut(user.id, participants);
  }

  #draft(values: NewUser): User {
    const { ids, clock, random } = this.uses;
    const fullName = [values.givenName, values.familyName].filter(Boolean).join(' ');
    const now = new Date(clock.nowMs());
    return {
      id: ids.next(),
      objectId: random.bytes(12).toString('hex'),
      username: values.username,
      email: values.email,
      name: values.name ?? (fullName === '' ? values.username : fullName),
      givenName: values.givenName ?? null,
      familyName: values.familyName ?? null,
      academyId: values.academyId ?? DEFAULT_ACADEMY,
      roles: values.roles ?? [],
      groupRoles: [],
      isActive: true,
      isAdmin: values.isAdmin ?? false,
      isVerified: values.isVerified ?? false,
      claims: values.claims ?? {},
      createdAt: now,
      updatedAt: now,
      lastLogin: null,
      generation: 0,
    };
  }

  async #journal(type: AuditedType, user: User, actor: Actor, details: object = {}): Promise<void> {
    await this.uses.journal.record({
      type,
      actor: actor.id,
      subject: user.id,
      ip: actor.ip,
      details: { ...details },
    });
  }
}
