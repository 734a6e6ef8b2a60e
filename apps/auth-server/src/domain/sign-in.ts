import type { Clock } from '@sextant/platform-clock';
import type { AccountNotices } from './account-notices.js';
import { sha256 } from './client-secret.js';
import type { Journal } from './journal.js';
import type { Browser, KnownDevices } from './known-devices.js';
import type { LoginGuard, Origin } from './login-guard.js';
import type { Observer } from './observer.js';
import type { Passwords } from './passwords.js';
import { nameKey, type User, type Users } from './user.js';

/** Where somebody tries to sign in. */
export interface Door {
  readonly name: 'form' | 'direct' | 'admin';
  readonly ip: string;
  readonly clientId: string;
  /** At doors for browsers. */
  readonly browser?: Browser | undefined;
}

export interface SignInDependencies {
  readonly users: Users;
  readonly passwords: Passwords;
  readonly guard: LoginGuard;
  readonly devices: KnownDevices;
  readonly accountNotices: AccountNotices;
  readonly journal: Journal;
  readonly observer: Observer;
  readonly clock: Clock;
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
    const [found, known] = await Promise.all([users.findForSignIn(name), this.#usersOf(door)]);
    const origin = originOf(door, found !== undefined && known.has(found.user.id));
    const matches = await passwords.verify(found?.passwordHash, password);
    // Asked for now, not before the hash: guesses that were sent at once have been counted by then.
    const locked = await guard.isLocked(account, origin);
    if (found === undefined || !matches || locked || !found.user.isActive) {
      // Somebody who is locked out may hold the right password: that is no further failure.
      if (!matches || found === undefined) await guard.failed(account, origin);
      await this.#refused(found?.user, door, locked);
      return undefined;
    }
    await Promise.all([
      this.#renewHash(found.user, found.passwordHash, password),
      guard.succeeded(account, origin, found.user.id),
      this.#journal('login.succeeded', found.user.id, door, {}),
      this.remember(found.user, door),
    ]);
    this.uses.observer.signIn(door.name, 'succeeded');
    return found.user;
  }

  /** Of a browser that is new, and not the first, the user is told. */
  async remember(user: User, { browser, ip }: Door): Promise<void> {
    if (browser === undefined) return;
    const { devices, accountNotices, clock } = this.uses;
    const { token, name, languages } = browser;
    const now = new Date(clock.nowMs());
    const isNew = await devices.remember(sha256(token), user.id, { name, now });
    if (isNew) await accountNotices.newBrowser(user, { ip, browser: name, languages });
  }

  async #usersOf({ browser }: Door): Promise<ReadonlySet<string>> {
    return browser === undefined ? new Set() : this.uses.devices.usersOf(sha256(browser.token));
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

const originOf = ({ ip, browser }: Door, isKnown: boolean): Origin =>
  browser === undefined || !isKnown
    ? { ip }
    : { ip, device: sha256(browser.token).toString('hex') };
