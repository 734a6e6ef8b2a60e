import type { Artifacts, SessionSummary, SignOutNotices } from './artifacts.js';
import { AUTH_ERRORS } from './auth-errors.js';
import type { Actor } from './client-admin.js';
import type { AuditedType, Journal } from './journal.js';
import type { AccountNotices } from './account-notices.js';
import { wordsOf, type PasswordPolicy } from './password-policy.js';
import type { Passwords } from './passwords.js';
import type { NewUser, UserCreation } from './user-creation.js';
import type { User, UserChange, UserFilter, Users } from './user.js';

export interface UserAdminDependencies {
  readonly users: Users;
  readonly passwords: Passwords;
  readonly policy: PasswordPolicy;
  readonly accountNotices: AccountNotices;
  readonly artifacts: Artifacts;
  readonly notices: SignOutNotices;
  readonly journal: Journal;
  readonly creation: UserCreation;
}

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

  create(values: NewUser, actor: Actor): Promise<User> {
    return this.uses.creation.create(values, actor);
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
