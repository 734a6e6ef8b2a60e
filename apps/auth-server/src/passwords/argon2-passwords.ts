import { Injectable, Optional } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { lazily } from '@sextant/platform-runtime/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { PasswordSettings } from './password.settings.js';
import { fitsForeignHash } from './foreign/foreign-hashes.js';
import { isTooLong, NO_PASSWORD, type Passwords } from './passwords.js';
import { DigestThreads } from './threads/digest-threads.js';

export abstract class Argon2Cost {
  abstract readonly memoryKib: number;
  abstract readonly passes: number;
  abstract readonly lanes: number;
}

/** OWASP's minimum (Password Storage Cheat Sheet, argon2id): 19 MiB, two passes, one lane. */
const LEAST_COST: Argon2Cost = { memoryKib: 19_456, passes: 2, lanes: 1 };
/** Most callers that wait; more are refused. */
const MOST_WAITING = 200;

/**
 * argon2id (RFC 9106). Only a few hashes run at a time, so that people who sign in never starve
 * those who fetch tokens.
 */
@Injectable()
export class Argon2Passwords implements Passwords {
  readonly #limit: LimitFunction;

  constructor(
    { loginsRunning }: PasswordSettings,
    private readonly threads: DigestThreads,
    @Optional() private readonly cost: Argon2Cost = LEAST_COST,
  ) {
    this.#limit = pLimit(loginsRunning);
  }

  hash(password: string): Promise<string> {
    return this.#bounded(() => this.#hash(password));
  }

  async verify(stored: string | undefined, password: string): Promise<boolean> {
    // Whoever the user is, or none: it tells nothing of them.
    if (isTooLong(password)) return false;
    if (stored === undefined || stored === NO_PASSWORD) {
      await this.#bounded(() => this.fitsOwn(undefined, password));
      return false;
    }
    return this.#bounded(() =>
      this.isOutdated(stored) ? this.fitsForeign(stored, password) : this.fitsOwn(stored, password),
    );
  }

  async makeUp(
    stored: string | undefined,
    password: string,
    foreign: string | undefined,
  ): Promise<void> {
    if (isTooLong(password)) return;
    const isForeign = stored !== undefined && stored !== NO_PASSWORD && this.isOutdated(stored);
    if (isForeign) await this.#bounded(() => this.fitsOwn(undefined, password));
    else if (foreign !== undefined) {
      await this.#bounded(() => this.fitsForeign(foreign, password));
    }
  }

  isOutdated(stored: string): boolean {
    const { memoryKib, passes, lanes } = this.cost;
    return !stored.startsWith(`$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$`);
  }

  /** @param stored `undefined` for one that no password has */
  protected async fitsOwn(stored: string | undefined, password: string): Promise<boolean> {
    return verify(stored ?? (await this.#decoyHash()), normalised(password));
  }

  /** Of another system, or of ours with another cost: as it was typed first, for most systems do not know of Unicode's forms. */
  protected async fitsForeign(stored: string, password: string): Promise<boolean> {
    if (await fitsForeignHash(stored, password, this.threads)) return true;
    const other = normalised(password);
    return other !== password && (await fitsForeignHash(stored, other, this.threads));
  }

  /** A hash of today's cost that no password has. */
  readonly #decoyHash = lazily(() => this.#hash(crypto.randomUUID()));

  /** The package's own default is argon2id, version 19. */
  #hash(password: string): Promise<string> {
    const { memoryKib, passes, lanes } = this.cost;
    return hash(normalised(password), {
      memoryCost: memoryKib,
      timeCost: passes,
      parallelism: lanes,
    });
  }

  async #bounded<T>(work: () => Promise<T>): Promise<T> {
    if (this.#limit.pendingCount >= MOST_WAITING) {
      throw AUTH_ERRORS.busy({ headers: { 'Retry-After': '1' } });
    }
    return this.#limit(work);
  }
}

/** The same characters, typed on another keyboard, are the same password (RFC 8265 section 4.2). */
const normalised = (password: string): string => password.normalize('NFC');
