import { once } from 'node:events';
import { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

/** So many requests in so many seconds, counted per key. */
export interface Policy {
  /** Names the counter; two policies of an app must not share a name. */
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** What is left of a policy after a request was counted. */
export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}

/** The counters of an app, in memory or in Redis. */
export class RateLimiters {
  readonly #redis: Redis | undefined;

  /**
   * @param app keeps the counters of apps apart that share one Redis
   * @param redisUrl shared by all replicas; in memory if `undefined`
   */
  constructor(
    private readonly app: string,
    redisUrl: string | undefined,
  ) {
    this.#redis =
      redisUrl === undefined
        ? undefined
        : new Redis(redisUrl, {
            enableOfflineQueue: false,
            maxRetriesPerRequest: 1,
            commandTimeout: 500,
          });
    // Without a listener ioredis prints each failed reconnection; requests go on in memory.
    this.#redis?.on('error', () => undefined);
  }

  create(policy: Policy): RateLimiter {
    return new RateLimiter(policy, `sextant:${this.app}:rate:${policy.name}`, this.#redis);
  }

  /** Resolves when Redis answers; at once when the counters are in memory. */
  async connected(): Promise<void> {
    if (this.#redis === undefined || this.#redis.status === 'ready') return;
    await once(this.#redis, 'ready');
  }

  async close(): Promise<void> {
    this.#redis?.disconnect();
    return Promise.resolve();
  }
}

/** Counts requests against one policy. */
export class RateLimiter {
  readonly #limiter: RateLimiterAbstract;

  constructor(
    readonly policy: Policy,
    keyPrefix: string,
    redis: Redis | undefined,
  ) {
    const options = {
      keyPrefix,
      points: policy.limit,
      duration: policy.windowSeconds,
    };
    const memory = new RateLimiterMemory(options);
    this.#limiter =
      redis === undefined
        ? memory
        : new RateLimiterRedis({
            ...options,
            storeClient: redis,
            // While Redis is away each process counts for itself: limits loosen, nothing stops.
            insuranceLimiter: memory,
          });
  }

  /** Counts one request of `key`. */
  async consume(key: string): Promise<Allowance> {
    try {
      return this.#allowance(true, await this.#limiter.consume(key));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return this.#allowance(false, refusal);
      throw refusal;
    }
  }

  #allowance(allowed: boolean, result: RateLimiterRes): Allowance {
    return {
      allowed,
      limit: this.policy.limit,
      remaining: allowed ? Math.max(0, result.remainingPoints) : 0,
      resetMs: result.msBeforeNext,
    };
  }
}
