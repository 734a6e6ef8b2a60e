import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { AccountNotices } from '../mails/account-notices.js';
import { assuranceOf, type Assurance, type Proof } from '../factors/assurance.js';
import { sha256 } from '../clients/client-secret.js';
import { Journal } from '../audit/journal.js';
import { KnownDevices } from '../passwords/known-devices.js';
import { LoginGuard, type Origin } from '../passwords/login-guard.js';
import type { Door } from './door.js';
import { Observer } from './observer.js';
import { PasswordCheck } from './password-check.js';
import { DirectorySignIn, type DirectoryAttempt } from '../ldap/directory-sign-in.js';
import { SecondFactors } from '../factors/second-factors.js';
import { nameKey, type User, type UserWithPassword } from '../users/user.js';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** A code of an authenticator app, or a recovery code. */
  readonly otp?: string | undefined;
}

/** Somebody who has signed in, and how. */
export interface SignedIn {
  readonly user: User;
  readonly assurance: Assurance;
}

/** Somebody between the first step and the last. */
export interface Entering {
  readonly user: User;
  /** As it was typed: attempts are counted by it. */
  readonly name: string;
  /** Id of the provider at which it happened, if not here. */
  readonly upstream?: string | undefined;
}

/** A name that somebody has typed, whose it is, and from where. */
interface Guess {
  readonly found: UserWithPassword | undefined;
  readonly account: string;
  readonly origin: Origin;
  readonly door: Door;
  readonly locked: boolean;
}

/** Signs people in; the same rules at every door. */
@Injectable()
export class SignIn {
  constructor(
    private readonly passwords: PasswordCheck,
    private readonly directories: DirectorySignIn,
    private readonly guard: LoginGuard,
    private readonly factors: SecondFactors,
    private readonly devices: KnownDevices,
    private readonly accountNotices: AccountNotices,
    private readonly journal: Journal,
    private readonly observer: Observer,
    private readonly clock: Clock,
  ) {}

  /**
   * Name, password and, where the user has a second factor or needs one, a code, all at once.
   *
   * `undefined` when the user is unknown or inactive, something is wrong, or guessing is being
   * slowed down: none can be told from another.
   */
  async authenticate(
    { username, password, otp = '' }: Credentials,
    door: Door,
  ): Promise<SignedIn | undefined> {
    const user = await this.checkPassword(username, password, door);
    if (user === undefined) return undefined;
    const { factors } = this;
    const isAsked = factors.isDemandedOf(user) || (await factors.isEnrolled(user.id));
    const entering = { user, name: username };
    const proof = isAsked ? await this.checkCode(entering, otp, door) : 'none';
    if (proof === undefined) return undefined;
    await this.welcome(entering, door);
    return { user, assurance: assuranceOf(proof) };
  }

  /** The first step; whoever takes it is not signed in yet. Unknown users take the same time. */
  async checkPassword(name: string, password: string, door: Door): Promise<User | undefined> {
    const account = nameKey(name);
    const [found, known] = await Promise.all([this.passwords.find(name), this.#usersOf(door)]);
    const origin = originOf(door, found !== undefined && known.has(found.user.id));
    const holder = await this.#holderHere(found, password);
    // Asked for now, not before the hash: guesses that were sent at once have been counted by then.
    const locked = await this.guard.isLocked(account, origin);
    const attempt = { name: name.normalize('NFC').trim(), password, ip: door.ip };
    const guess = { found, account, origin, door, locked };
    const user = holder?.user ?? (await this.#ofDirectory(attempt, guess));
    if (user === undefined || locked || !user.isActive) {
      await this.#turnAway(guess, password, user === undefined);
      return undefined;
    }
    if (holder !== undefined) await this.passwords.renew(holder, password);
    return user;
  }

  async #turnAway(
    { found, account, origin, door, locked }: Guess,
    password: string,
    isWrong: boolean,
  ): Promise<void> {
    // Somebody who is locked out may hold the right password: that is no further failure.
    if (isWrong) await this.guard.failed(account, origin);
    // Once it is counted: other guesses wait for their turn meanwhile.
    await this.passwords.refuse(found, account, password);
    await this.#refused(found?.user, door, locked);
    // While others are told that a directory is away, so is who has guessed too often: that they have tells what is kept here.
    if (locked) this.directories.requirePresent();
  }

  /** @returns nobody where a directory keeps the password: one that is kept here as well counts for nothing */
  async #holderHere(
    found: UserWithPassword | undefined,
    password: string,
  ): Promise<UserWithPassword | undefined> {
    const matches = await this.passwords.fits(found, password);
    if (found === undefined || !matches) return undefined;
    return (await this.directories.keeps(found.user)) ? undefined : found;
  }

  /** A directory locks accounts itself: guesses that count for nothing here must not reach it. */
  async #ofDirectory(
    attempt: DirectoryAttempt,
    { found, account, origin, door, locked }: Guess,
  ): Promise<User | undefined> {
    if (locked) return undefined;
    try {
      return await this.directories.check(found?.user, attempt);
    } catch (error) {
      // What it would say nobody knows; the password that is kept here was wrong, and that counts.
      if (found !== undefined && !(await this.directories.keeps(found.user))) {
        await this.guard.failed(account, origin);
        await this.#refused(found.user, door, false);
      }
      throw error;
    }
  }

  /** The second step. A wrong code counts as a wrong password does. */
  async checkCode({ user, name }: Entering, code: string, door: Door): Promise<Proof | undefined> {
    const { guard, factors } = this;
    const account = nameKey(name);
    const origin = originOf(door, (await this.#usersOf(door)).has(user.id));
    const locked = await guard.isLocked(account, origin);
    const proof = locked ? undefined : await factors.check(user, code);
    if (proof !== undefined) return proof;
    if (!locked) await guard.failed(account, origin);
    await this.#refused(user, door, locked);
    return undefined;
  }

  /** The last step: forgets failures, remembers the place and the browser, writes it down. */
  async welcome({ user, name, upstream }: Entering, door: Door): Promise<void> {
    const { guard, observer } = this;
    const origin = originOf(door, (await this.#usersOf(door)).has(user.id));
    await Promise.all([
      guard.succeeded(nameKey(name), origin, user.id),
      this.#journal('login.succeeded', user.id, door, upstream === undefined ? {} : { upstream }),
      this.remember(user, door),
    ]);
    observer.signIn(door.name, 'succeeded');
  }

  /** Of a browser that is new, and not the first, the user is told. */
  async remember(user: User, { browser, ip }: Door): Promise<void> {
    if (browser === undefined) return;
    const { devices, accountNotices, clock } = this;
    const { token, name, languages } = browser;
    const now = new Date(clock.nowMs());
    const isNew = await devices.remember(sha256(token), user.id, { name, now });
    if (isNew) await accountNotices.newBrowser(user, { ip, browser: name, languages });
  }

  async #usersOf({ browser }: Door): Promise<ReadonlySet<string>> {
    return browser === undefined ? new Set() : this.devices.usersOf(sha256(browser.token));
  }

  /** The name that was typed is not written down: it may be a password in the wrong field. */
  async #refused(user: User | undefined, door: Door, locked: boolean): Promise<void> {
    this.observer.signIn(door.name, locked ? 'locked' : 'refused');
    await this.#journal('login.failed', user?.id ?? 'unknown', door, { locked });
  }

  async #journal(
    type: 'login.succeeded' | 'login.failed',
    subject: string,
    door: Door,
    details: object,
  ): Promise<void> {
    await this.journal.record({
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
