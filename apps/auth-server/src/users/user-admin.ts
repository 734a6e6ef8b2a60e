import { Injectable } from '@nestjs/common';
import { Artifacts, type SessionSummary, SignOutNotices } from '../sessions/artifacts.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import { type AuditedType, Journal } from '../audit/journal.js';
import { AccountNotices } from '../mails/account-notices.js';
import { wordsOf, PasswordPolicy } from '../passwords/password-policy.js';
import { Passwords } from '../passwords/passwords.js';
import { type NewUser, UserCreation } from './user-creation.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { type User, type UserChange, type UserFilter, Users } from './user.js';

export type UserUpdate = Omit<UserChange, 'roles'> & {
  readonly password?: string | undefined;
  readonly roles?: UserChange['roles'] | ((own: readonly string[]) => readonly string[]);
};

/** Administration of users (spec 2, part 4.1); the same for the API, the command line and the bootstrap. */
@Injectable()
export class UserAdmin {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly policy: PasswordPolicy,
    private readonly accountNotices: AccountNotices,
    private readonly artifacts: Artifacts,
    private readonly notices: SignOutNotices,
    private readonly journal: Journal,
    private readonly creation: UserCreation,
    private readonly unit: UnitOfWork,
  ) {}

  list(filter: UserFilter) {
    return this.users.list(filter);
  }

  async get(id: string): Promise<User> {
    const user = await this.users.find(id);
    if (user === undefined) throw AUTH_ERRORS.userNotFound();
    return user;
  }

  /** @param alongside what is stored together with the user, or not at all */
  create(values: NewUser, actor: Actor, alongside?: (user: User) => Promise<void>): Promise<User> {
    return this.creation.create(values, actor, alongside);
  }

  /**
   * A new password and a deactivation end all sessions and tokens of the user.
   *
   * @param change roles may depend on those that the user has when the change is made
   * @param alongside what is stored together with the change, or not at all
   */
  async update(
    id: string,
    { password, ...change }: UserUpdate,
    actor: Actor,
    alongside?: () => Promise<void>,
  ): Promise<User> {
    // Hashing takes its time: it holds no transaction open.
    const passwordHash = password === undefined ? undefined : await this.#hash(id, password);
    return this.unit.run(async () => {
      await alongside?.();
      const { roles, ...others } = change;
      const next = await this.#rolesAfter(id, roles);
      const all = {
        ...others,
        ...(next && { roles: next }),
        ...(passwordHash && { passwordHash }),
      };
      return this.#change(id, all, actor);
    });
  }

  async #rolesAfter(id: string, roles: UserUpdate['roles']) {
    if (typeof roles !== 'function') return roles;
    const user = await this.users.findToChange(id);
    if (user === undefined) throw AUTH_ERRORS.userNotFound();
    return roles(user.roles);
  }

  async #change(id: string, change: UserChange, actor: Actor): Promise<User> {
    const { passwordHash, ...visible } = change;
    const user = await this.users.change(id, change);
    if (user === undefined) throw AUTH_ERRORS.userNotFound();
    const isNewPassword = passwordHash !== undefined;
    if (change.isActive === false || isNewPassword || change.isAdmin === false) {
      await this.#endAll(user);
    }
    if (isNewPassword) await this.accountNotices.passwordChanged(user);
    const type = change.isActive === false ? 'user.deactivated' : 'user.changed';
    const members = [...Object.keys(visible), ...(isNewPassword ? ['credentials'] : [])];
    await this.#journal(type, user, actor, { members });
    return user;
  }

  async #hash(id: string, password: string): Promise<string> {
    await this.policy.check(password, wordsOf(await this.get(id)));
    return this.passwords.hash(password);
  }

  async sessions(id: string): Promise<readonly SessionSummary[]> {
    const user = await this.get(id);
    return this.artifacts.sessionsOf(user.id);
  }

  /** Ends one session and what was opened with it. */
  async endSession(id: string, uid: string, actor: Actor): Promise<void> {
    const user = await this.get(id);
    const { artifacts, notices, unit } = this;
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
    await this.unit.run(async () => {
      await this.#endAll(user);
      await this.#journal('user.signed_out', user, actor, { sessions: 'all' });
    });
  }

  /** In this order: a sign-in that is under way either sees the first or falls to the second. */
  async #endAll(user: User): Promise<void> {
    const { users, artifacts, notices, unit } = this;
    await users.signedOut(user.id);
    const participants = await artifacts.removeOfAccount(user.id);
    await unit.afterCommit(() => notices.signedOut(user.id, participants));
  }

  async #journal(type: AuditedType, user: User, actor: Actor, details: object = {}): Promise<void> {
    await this.journal.record({
      type,
      actor: actor.id,
      subject: user.id,
      ip: actor.ip,
      details: { ...details },
    });
  }
}
