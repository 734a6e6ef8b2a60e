import type { Journal } from './journal.js';
import type { LoginGuard } from './login-guard.js';
import type { Observer } from './observer.js';
import type { Passwords } from './passwords.js';
import { nameKey, type User, type Users } from './user.js';

/** Where somebody tries to sign in. */
export interface Door {
  readonly name: 'form' | 'direct' | 'admin';
  readonly ip: string;
  readonly clientId: string;
}

export interface SignInDependencies {
  readonly users: Users;
  readonly passwords: Passwords;
  readonly guard: LoginGuard;
  readonly journal: Journal;
  readonly observer: Observer;
}

/** Signs people in with user name and password; the same rules at every door. */
export class SignIn {
  constructor(private readonly uses: SignInDependencies) {}

  /**
   * `undefined` when the user is unknown or inactive, the password is wrong, or guessing is being
   * slowed down: all take the same time and none can be told from another.
   */
  async authenticate(name: string, password: string, door: Door): Promise<User | undefined> {
    const { users, passwords, guard } = this.uses;
    const account = nameKey(name);
    const found = await users.findForSignIn(name);
    const matches = await passwords.verify(found?.passwordHash, password);
    // Asked for now, not before the hash: guesses that were sent at once have been counted by then.
    const locked = await guard.isLocked(account, door.ip);
    if (found === undefined || !matches || locked || !found.user.isActive) {
      // Somebody who is locked out may hold the right password: that is no further failure.
      if (!matches || found === undefined) await guard.failed(account, door.ip);
      await this.#refused(found?.user, door, locked);
      return undefined;
    }
    await Promise.all([
      this.#renewHash(found.user, found.passwordHash, password),
      guard.succeeded(account, door.ip, found.user.id),
      this.#journal('login.succeeded', found.user.id, door, {}),
    ]);
    this.uses.observer.signIn(door.name, 'succeeded');
    return found.user;
  }

  async #renewHash(user: User, hash: string, password: string): Promise<void> {
    const { users, passwords } = this.uses;
    if (!passwords.isOutdated(hash)) return;
    await users.rehashed(user.id, hash, await passwords.hash(password));
  }

  /** The name that was typed is not written down: it may be a password in the wrong field. */
  async #refused(user: User | undefined, door: Door, locked: boolean): Promise<void> {
    this.uses.observer.signIn(door.name, locked ? 'locked' : 'refused');
    await this.#journal('login.failed', user?.id ?? 'unknown', door, { locked });
  }

  async #journal(
    type: 'login.succeeded' | 'login.failed',
    subject: string,
    door: Door,
    details: object,
  ): Promise<void> {
    await this.uses.journal.record({
      type,
      actor: subject,
      subject,
      ip: door.ip,
      details: { door: door.name, client_id: door.clientId, ...details },
    });
  }
}
