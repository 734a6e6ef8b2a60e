import { Injectable } from '@nestjs/common';
import { type RateLimiter, RateLimiters } from '@sextant/platform-security/rate-limit';
import { AUTH_ERRORS } from '../errors/auth-errors.js';

/** New passwords of one person, or one link, in an hour. */
const LIMIT = 20;
const HOUR_SECONDS = 3600;

/** How often somebody may choose a password: to judge one takes time, and refused ones count too. */
@Injectable()
export class PasswordTries {
  readonly #limiter: RateLimiter;

  constructor(limiters: RateLimiters) {
    const windowSeconds = HOUR_SECONDS;
    this.#limiter = limiters.create({ name: 'new-passwords', limit: LIMIT, windowSeconds });
  }

  /**
   * Uses one up, before the password is looked at.
   *
   * @param owner id of a user, or digest of a link
   * @throws {Problem} `rate_limit_exceeded`
   */
  async use(owner: string): Promise<void> {
    const { allowed, resetMs } = await this.#limiter.consume(owner);
    if (allowed) return;
    const seconds = Math.max(1, Math.ceil(resetMs / 1000));
    throw AUTH_ERRORS.rateLimited({
      message: `Too many passwords were tried. Try again in ${Math.ceil(seconds / 60)} minutes.`,
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
