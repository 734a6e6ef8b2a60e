import { once } from 'node:events';
import { CircuitBreaker } from '../circuit-breaker/index.js';
import type { Clock } from '@sextant/platform-runtime/clock';
import type { Logger } from '@sextant/platform-runtime/logging';
import { Redis } from 'ioredis';
import { RateLimiterRes } from 'rate-limiter-flexible';

/** A command that Redis has not answered by then counts as a failure. */
const COMMAND_MS = 500;
/** After three failures in a row nobody waits for Redis any more, but for one trial a second. */
const BREAKER = { failures: 3, pauseMs: 1000 };

export interface SharedCountersUses {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Is told with each use whether Redis counted. */
  readonly onUse: (isRedis: boolean) => void;
}

/** The Redis that all replicas count in, and what happens while it is away or does not answer. */
export class SharedCounters {
  readonly redis: Redis;
  readonly #breaker: CircuitBreaker;
  #isUp: boolean | undefined;

  constructor(
    redisUrl: string,
    private readonly uses: SharedCountersUses,
  ) {
    this.#breaker = new CircuitBreaker(uses.clock, BREAKER);
    this.redis = new Redis(redisUrl, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: COMMAND_MS,
    });
    // Without a listener ioredis prints each failed reconnection; requests go on in memory.
    this.redis.on('error', () => undefined);
  }

  /** Counts in Redis, or in memory while Redis fails: limits loosen then, nothing stops. */
  async count<T>(inRedis: () => Promise<T>, inMemory: () => Promise<T>): Promise<T> {
    const call = this.#breaker.begin();
    if (call === undefined) {
      this.uses.onUse(false);
      return await inMemory();
    }
    try {
      const result = await inRedis();
      call.succeeded();
      this.#tell(true);
      return result;
    } catch (error) {
      // A refusal is an answer.
      if (error instanceof RateLimiterRes) {
        call.succeeded();
        this.#tell(true);
        throw error;
      }
      call.failed();
      this.#tell(false, error);
      return await inMemory();
    }
  }

  /** Asks Redis now. @returns whether it answers */
  async answers(): Promise<boolean> {
    try {
      await this.redis.ping();
      this.#tell(true);
      return true;
    } catch (error) {
      this.#tell(false, error);
      return false;
    }
  }

  async connected(): Promise<void> {
    if (this.redis.status !== 'ready') await once(this.redis, 'ready');
  }

  close(): void {
    this.redis.disconnect();
  }

  #tell(isUp: boolean, error?: unknown): void {
    this.uses.onUse(isUp);
    if (isUp && this.#isUp === false) this.uses.logger.info('rate_limit.redis_back');
    if (!isUp && this.#isUp !== false) {
      this.uses.logger.warn('rate_limit.redis_lost', { err: error });
    }
    this.#isUp = isUp;
  }
}
