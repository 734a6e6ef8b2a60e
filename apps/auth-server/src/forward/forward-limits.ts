import { Injectable } from '@nestjs/common';
import { placeOf, RateLimiters, type RateLimiter } from '@sextant/platform-security/rate-limit';
import { rateLimited } from '../sign-in/rate-limited.js';
import { LimitSettings } from '../sign-in/limit.settings.js';

/** A page of an application asks for a hundred things at once, so sessions count and not addresses; strangers count by address. */
@Injectable()
export class ForwardLimits {
  readonly #sessions: RateLimiter;
  readonly #strangers: RateLimiter;

  constructor(limiters: RateLimiters, { rateLimitForward, rateLimitIp }: LimitSettings) {
    const windowSeconds = 60;
    this.#sessions = limiters.create({ name: 'forward', limit: rateLimitForward, windowSeconds });
    this.#strangers = limiters.create({ name: 'forward-ip', limit: rateLimitIp, windowSeconds });
  }

  /** @throws {Problem} `rate_limit_exceeded` */
  async countSession(uid: string): Promise<void> {
    const allowance = await this.#sessions.consume(uid);
    if (!allowance.allowed) throw rateLimited(allowance);
  }

  /** @throws {Problem} `rate_limit_exceeded` */
  async countStranger(ip: string | undefined): Promise<void> {
    const allowance = await this.#strangers.consume(placeOf(ip ?? 'unknown'));
    if (!allowance.allowed) throw rateLimited(allowance);
  }
}
