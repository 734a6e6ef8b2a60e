import type { Clock } from '@sextant/platform-clock';
import type { Artifacts, SignOutNotices } from '../sessions/artifacts.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Actor } from '../audit/actor.js';
import type { Journal } from '../audit/journal.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import type { User, Users } from '../users/user.js';

/** Accounts that their owners want to be deleted. */
export interface AccountDeletions {
  ask(userId: string, due: Date): Promise<void>;
  cancel(userId: string): Promise<void>;
  dueOf(userId: string): Promise<Date | undefined>;
  /** Whose time has come. */
  due(now: Date): Promise<readonly string[]>;
}

export const ACCOUNT_DELETIONS = Symbol('AccountDeletions');

export interface AccountDeletionDependencies {
  readonly deletions: AccountDeletions;
  readonly users: Users;
  readonly artifacts: Artifacts;
  readonly notices: SignOutNotices;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly waitMs: number;
  readonly unit: UnitOfWork;
}

const DAY_MS = 86_400_000;

/** Deletes accounts after a time in which their owners may think better of it. */
export class AccountDeletion {
  constructor(private readonly uses: AccountDeletionDependencies) {}

  /** In which it can be called off. */
  get days(): number {
    return Math.round(this.uses.waitMs / DAY_MS);
  }

  dueOf(userId: string): Promise<Date | undefined> {
    return this.uses.deletions.dueOf(userId);
  }

  /** @throws {Problem} `admin_deletion`: somebody must be left who administers */
  async ask(user: User, ip: string | undefined): Promise<Date> {
    const { deletions, clock, waitMs } = this.uses;
    if (user.isAdmin) throw AUTH_ERRORS.adminDeletion();
    const due = new Date(clock.nowMs() + waitMs);
    await deletions.ask(user.id, due);
    await this.#journal('user.deletion_requested', user.id, ip);
    return due;
  }

  async cancel(user: User, ip: string | undefined): Promise<void> {
    await this.uses.deletions.cancel(user.id);
    await this.#journal('user.deletion_cancelled', user.id, ip);
  }

  /**
   * Relying parties are told of the end of sessions before the account is deleted, twice if this is killed in
   * between. The audit record and the deletion are one transaction. The audit log keeps the id, which stands for nobody from then on.
   */
  async deleteDue(): Promise<number> {
    const { deletions, clock } = this.uses;
    const due = await deletions.due(new Date(clock.nowMs()));
    for (const id of due) await this.#remove(id, { id, ip: undefined });
    return due.length;
  }

  /**
   * At once, for those who decide who has an account.
   *
   * @throws {Problem} `admin_deletion`
   */
  async deleteNow(user: User, actor: Actor): Promise<void> {
    if (user.isAdmin) throw AUTH_ERRORS.adminDeletion();
    await this.#remove(user.id, actor);
  }

  async #remove(id: string, actor: Actor): Promise<void> {
    const { users, artifacts, notices, journal, unit } = this.uses;
    await users.signedOut(id);
    await notices.signedOut(id, await artifacts.removeOfAccount(id));
    await unit.run(async () => {
      await journal.record({ type: 'user.deleted', actor: actor.id, subject: id, ip: actor.ip });
      await users.remove(id);
    });
  }

  async #journal(
    type: 'user.deletion_requested' | 'user.deletion_cancelled',
    id: string,
    ip: string | undefined,
  ): Promise<void> {
    await this.uses.journal.record({ type, actor: id, subject: id, ip });
  }
}
