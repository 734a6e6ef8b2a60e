import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { placeOf } from '@sextant/platform-security/rate-limit';
import { PasswordSettings } from './password.settings.js';

/** Failures of one key in its window. */
export interface Failures {
  readonly count: number;
  /** Milliseconds since the epoch; 0 when never. */
  readonly lastMs: number;
}

/** Counts failed attempts, shared by all replicas. */
export abstract class LoginAttempts {
  /** Failures of each key, in the order of the keys; those older than its window count as none. */
  abstract failures(keys: readonly AttemptKey[]): Promise<readonly Failures[]>;
  abstract fail(keys: readonly AttemptKey[], nowMs: number): Promise<void>;
  /** Whether this account has signed in from this place before. */
  abstract isKnownPlace(account: string, place: string): Promise<boolean>;
  /** Forgets failures, remembers the place and, of the user, the time. */
  abstract succeed(success: Success): Promise<void>;
}

export interface Success {
  /** Whose failures are over. */
  readonly forget: AttemptKey;
  readonly account: string;
  readonly place: string;
  readonly userId: string;
  readonly nowMs: number;
}

export interface AttemptKey {
  readonly key: string;
  readonly windowMs: number;
}

@Injectable()
export class LoginPolicy {
  /** Failures of one account from one address that are free. */
  readonly freeAttempts: number;
  /**
   * Failures of one address, over all accounts, in an hour; after them each account that has not signed in there has fewer free
   * attempts.
   */
  readonly perAddress: number = 50;
  /** Those: somebody who is new at the address of a school gets in, whatever others do there. */
  readonly attemptsAtSuspect: number = 2;
  /** Failures of one address, over all accounts, in an hour; after them no account that is new there gets in: two attempts at each are many. */
  readonly mostPerAddress: number = 500;
  /** Failures of one account, over all addresses, in an hour; addresses that signed in before are exempt. */
  readonly perAccount: number = 100;

  constructor({ loginFreeAttempts }: PasswordSettings) {
    this.freeAttempts = loginFreeAttempts;
  }
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LONGEST_WAIT = 15 * MINUTE;

/** Where somebody tries to sign in from. */
export interface Origin {
  readonly ip: string;
  /** The browser, where this very account has signed in with it before: strangers have no such one. */
  readonly device?: string | undefined;
}

/**
 * Slows guessing down without letting anybody lock somebody else out.
 *
 * Three counters: of an account from an address (the wait doubles with every failure, up to 15
 * minutes), of an address over all accounts, and of an account over all addresses. The second leaves
 * accounts that are new at the address fewer free attempts: hundreds of people share one. Only after ten times as many
 * failures, of which people make no such number, it leaves them none until the hour is over. The last one
 * would let strangers lock people out, so it spares addresses from which the account has signed in.
 * A browser that the account has used counts for itself: whatever others do at its address or with
 * its name does not matter to it. Everybody else has a way out by e-mail, which makes a browser known.
 */
@Injectable()
export class LoginGuard {
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly policy: LoginPolicy,
    private readonly clock: Clock,
  ) {}

  /** @param account the name's comparison form, whether such a user exists or not */
  async isLocked(account: string, origin: Origin): Promise<boolean> {
    const place = countedAs(origin);
    const [pair, address, overall] = await this.attempts.failures(keysOf(account, place));
    if (this.#waits(pair, this.policy.freeAttempts)) return true;
    if (origin.device !== undefined) return false;
    const { attemptsAtSuspect, perAddress, mostPerAddress, perAccount } = this.policy;
    const isSuspect =
      countOf(address) >= mostPerAddress ||
      (countOf(address) >= perAddress && this.#waits(pair, attemptsAtSuspect)) ||
      countOf(overall) >= perAccount;
    return isSuspect && !(await this.attempts.isKnownPlace(account, place));
  }

  async failed(account: string, origin: Origin): Promise<void> {
    await this.attempts.fail(keysOf(account, countedAs(origin)), this.clock.nowMs());
  }

  async succeeded(account: string, origin: Origin, userId: string): Promise<void> {
    const place = placeOf(origin.ip);
    const [forget] = keysOf(account, countedAs(origin));
    await this.attempts.succeed({ forget, account, place, userId, nowMs: this.clock.nowMs() });
  }

  #waits({ count, lastMs }: Failures = NONE, freeAttempts: number): boolean {
    const over = count - freeAttempts;
    if (over < 0) return false;
    const waitMs = Math.min(LONGEST_WAIT, MINUTE * 2 ** Math.min(over, 10));
    return this.clock.nowMs() < lastMs + waitMs;
  }
}

const NONE: Failures = { count: 0, lastMs: 0 };

const countOf = ({ count }: Failures = NONE): number => count;

const countedAs = ({ ip, device }: Origin): string =>
  device === undefined ? placeOf(ip) : `device ${device}`;

const keysOf = (account: string, place: string): [AttemptKey, AttemptKey, AttemptKey] => [
  { key: `pair:${account}\n${place}`, windowMs: 24 * HOUR },
  { key: `address:${place}`, windowMs: HOUR },
  { key: `account:${account}`, windowMs: HOUR },
];
