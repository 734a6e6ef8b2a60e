import { systemClock, type Clock } from '@sextant/platform-runtime/clock';
import type { Probe, ProbeResult } from '@sextant/platform-runtime/health';
import { silentLogger, type Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { SharedCounters } from './shared-counters.js';

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

export interface RateLimitersOptions {
  /** Keeps the counters of apps apart that share one Redis. */
  readonly app: string;
  /** The Redis that all replicas share, and what counts in it; in memory if `undefined`. */
  readonly shared:
    | { readonly redisUrl: string; readonly Counters: typeof SharedCounters }
    | undefined;
  readonly logger?: Logger;
  readonly metrics?: Metrics;
  readonly clock?: Clock;
}

/** What the limiters of an app count for `/metrics`. */
interface Counters {
  refused(policy: string): void;
  usedRedis(isUp: boolean): void;
}

/** The counters of an app, in memory or in Redis; a probe that tells in which of them. */
export class RateLimiters implements Probe {
  readonly name = 'rate_limits';
  readonly #app: string;
  readonly #shared: SharedCounters | undefined;
  readonly #counters: Counters;

  constructor({ app, shared, logger, metrics, clock }: RateLimitersOptions) {
    this.#app = app;
    this.#counters = countersIn(metrics ?? new Metrics(app), shared !== undefined);
    this.#shared =
      shared === undefined
        ? undefined
        : new shared.Counters(shared.redisUrl, {
            clock: clock ?? systemClock,
            logger: logger ?? silentLogger,
            onUse: (isUp) => this.#counters.usedRedis(isUp),
          });
  }

  create(policy: Policy): RateLimiter {
    return this.#limiter(policy, this.#shared);
  }

  /** Of this process alone, whatever Redis there is. */
  createLocal(policy: Policy): RateLimiter {
    return this.#limiter(policy, undefined);
  }

  /** Always up: while Redis is away each process counts for itself, and this says so. */
  async check(): Promise<ProbeResult> {
    if (this.#shared === undefined) return { status: 'up', store: 'memory' };
    if (await this.#shared.answers()) return { status: 'up', store: 'redis' };
    return {
      status: 'up',
      store: 'memory',
      message: 'Redis does not answer, so each replica counts for itself: check REDIS_URL.',
    };
  }

  /** Resolves when Redis answers; at once when the counters are in memory. */
  async connected(): Promise<void> {
    await this.#shared?.connected();
  }

  async close(): Promise<void> {
    this.#shared?.close();
    return Promise.resolve();
  }

  #limiter(policy: Policy, shared: SharedCounters | undefined): RateLimiter {
    const prefix = `sextant:${this.#app}:rate:${policy.name}`;
    const onRefusal = () => this.#counters.refused(policy.name);
    return new RateLimiter(policy, { prefix, shared, onRefusal });
  }
}

function countersIn(metrics: Metrics, hasRedis: boolean): Counters {
  const refusals = metrics.counter(
    'rate_limit_refusals_total',
    'Requests that a rate limit refused, by the limit.',
    'limit',
  );
  const redis = hasRedis
    ? metrics.gauge(
        'rate_limit_redis_up',
        '1 when the last request was counted in Redis, 0 when each replica counts for itself.',
      )
    : undefined;
  return {
    refused: (limit) => refusals.inc({ limit }),
    usedRedis: (isUp) => redis?.set(isUp ? 1 : 0),
  };
}

interface RateLimiterUses {
  readonly prefix: string;
  readonly shared: SharedCounters | undefined;
  readonly onRefusal: () => void;
}

/** Counts requests against one policy. */
export class RateLimiter {
  readonly #count: (key: string) => Promise<RateLimiterRes>;
  readonly #onRefusal: () => void;

  constructor(
    readonly policy: Policy,
    { prefix, shared, onRefusal }: RateLimiterUses,
  ) {
    const options = { keyPrefix: prefix, points: policy.limit, duration: policy.windowSeconds };
    const memory = new RateLimiterMemory(options);
    this.#onRefusal = onRefusal;
    if (shared === undefined) {
      this.#count = (key) => memory.consume(key);
    } else {
      const redis = new RateLimiterRedis({ ...options, storeClient: shared.redis });
      this.#count = (key) =>
        shared.count(
          () => redis.consume(key),
          () => memory.consume(key),
        );
    }
  }

  /** Counts one request of `key`. */
  async consume(key: string): Promise<Allowance> {
    try {
      return this.#allowance(true, await this.#count(key));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      this.#onRefusal();
      return this.#allowance(false, refusal);
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
