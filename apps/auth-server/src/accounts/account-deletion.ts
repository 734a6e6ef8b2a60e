import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Artifacts, SignOutNotices } from '../sessions/artifacts.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { AccountDeletionSettings } from './account-deletion.settings.js';
import type { Actor } from '../audit/actor.js';
import { Journal } from '../audit/journal.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { type User, Users } from '../users/user.js';

/** Accounts that their owners want to be deleted. */
export abstract class AccountDeletions {
  abstract ask(userId: string, due: Date): Promise<void>;
  abstract cancel(userId: string): Promise<void>;
  abstract dueOf(userId: string): Promise<Date | undefined>;
  /** Whose time has come. */
  abstract due(now: Date): Promise<readonly string[]>;
  /** Holds the account: whoever changes what is deleted with it waits before a change, and not in the middle of one. */
  abstract hold(userId: string): Promise<void>;
}

const DAY_MS = 86_400_000;

/** Deletes accounts after a time in which their owners may think better of it. */
@Injectable()
export class AccountDeletion {
  constructor(
    private readonly deletions: AccountDeletions,
    private readonly users: Users,
    private readonly artifacts: Artifacts,
    private readonly notices: SignOutNotices,
    private readonly journal: Journal,
    private readonly clock: Clock,
    private readonly settings: AccountDeletionSettings,
    private readonly unit: UnitOfWork,
  ) {}

  /** In which it can be called off. */
  get days(): number {
    return this.settings.accountDeletionDays;
  }

  dueOf(userId: string): Promise<Date | undefined> {
    return this.deletions.dueOf(userId);
  }

  /** @throws {Problem} `admin_deletion`: somebody must be left who administers */
  async ask(user: User, ip: string | undefined): Promise<Date> {
    const { deletions, clock } = this;
    if (user.isAdmin) throw AUTH_ERRORS.adminDeletion();
    const due = new Date(clock.nowMs() + this.days * DAY_MS);
    await this.unit.run(async () => {
      await deletions.ask(user.id, due);
      await this.#journal('user.deletion_requested', user.id, ip);
    });
    return due;
  }

  async cancel(user: User, ip: string | undefined): Promise<void> {
    await this.unit.run(async () => {
      await this.deletions.cancel(user.id);
      await this.#journal('user.deletion_cancelled', user.id, ip);
    });
  }

  /**
   * The audit log keeps the id, which stands for nobody from then on.
   *
   * @throws {AggregateError} for accounts that could not be deleted, once all others are
   */
  async deleteDue(): Promise<number> {
    const { deletions, clock } = this;
    const due = await deletions.due(new Date(clock.nowMs()));
    const failures: unknown[] = [];
    for (const id of due) {
      await this.#remove(id, { id, ip: undefined }).catch((error: unknown) => failures.push(error));
    }
    if (failures.length === 0) return due.length;
    throw new AggregateError(failures, `${failures.length} of ${due.length} accounts remain.`);
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
    const { deletions, users, artifacts, notices, journal, unit } = this;
    await unit.run(async () => {
      await deletions.hold(id);
      await users.signedOut(id);
      const participants = await artifacts.removeOfAccount(id);
      await unit.afterCommit(() => notices.signedOut(id, participants));
      await journal.record({ type: 'user.deleted', actor: actor.id, subject: id, ip: actor.ip });
      await users.remove(id);
    });
  }

  async #journal(
    type: 'user.deletion_requested' | 'user.deletion_cancelled',
    id: string,
    ip: string | undefined,
  ): Promise<void> {
    await this.journal.record({ type, actor: id, subject: id, ip });
  }
}
