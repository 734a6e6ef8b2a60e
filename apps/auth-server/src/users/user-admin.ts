import type { Artifacts, SessionSummary, SignOutNotices } from '../sessions/artifacts.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import type { AuditedType, Journal } from '../audit/journal.js';
import type { AccountNotices } from '../mails/account-notices.js';
import { wordsOf, type PasswordPolicy } from '../passwords/password-policy.js';
import type { Passwords } from '../passwords/passwords.js';
import type { NewUser, UserCreation } from './user-creation.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
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
  readonly unit: UnitOfWork;
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

  /** @param alongside what is stored together with the user, or not at all */
  create(values: NewUser, actor: Actor, alongside?: (user: User) => Promise<void>): Promise<User> {
    return this.uses.creation.create(values, actor, alongside);
  }

  /**
   * A new password and a deactivation end all sessions and tokens of the user.
   *
   * @param alongside what is stored together with the change, or not at all
   */
  async update(
    id: string,
    { password, ...change }: UserChange & { readonly password?: string | undefined },
    actor: Actor,
    alongside?: () => Promise<void>,
  ): Promise<User> {
    // Hashing takes its time: it holds no transaction open.
    const passwordHash = password === undefined ? undefined : await this.#hash(id, password);
    return this.uses.unit.run(async () => {
      await alongside?.();
      return this.#change(id, { ...change, ...(passwordHash && { passwordHash }) }, actor);
    });
  }

  async #change(id: string, change: UserChange, actor: Actor): Promise<User> {
    const { passwordHash, ...visible } = change;
    const user = await this.uses.users.change(id, change);
    if (user === undefined) throw AUTH_ERRORS.userNotFound();
    const isNewPassword = passwordHash !== undefined;
    if (change.isActive === false || isNewPassword || change.isAdmin === false) {
      await this.#endAll(user);
    }
    if (isNewPassword) await this.uses.accountNotices.passwordChanged(user);
    const type = change.isActive === false ? 'user.deactivated' : 'user.changed';
    const members = [...Object.keys(visible), ...(isNewPassword ? ['credentials'] : [])];
    await this.#journal(type, user, actor, { members });
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
    const { artifacts, notices, unit } = this.uses;
    await unit.run(async () => {
      const participants = await artifacts.endSession(user.id, uid);
      if (participants === undefined) throw AUTH_ERRORS.sessionNotFound();
      await this.#journal('user.signed_out', user, actor, { sessions: 1 });
      await unit.afterCommit(() => notices.signedOut(user.id, participants));
    });
  }

  /** Ends all sessions, codes and tokens of the user. */
  async signOutEverywhere(id: string, actor: Actor): Promise<void> {
    const user = await this.get(id);
    await this.uses.unit.run(async () => {
      await this.#endAll(user);
      await this.#journal('user.signed_out', user, actor, { sessions: 'all' });
    });
  }

  /** In this order: a sign-in that is under way either sees the first or falls to the second. */
  async #endAll(user: User): Promise<void> {
    const { users, artifacts, notices, unit } = this.uses;
    await users.signedOut(user.id);
    const participants = await artifacts.removeOfAccount(user.id);
    await unit.afterCommit(() => notices.signedOut(user.id, participants));
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
