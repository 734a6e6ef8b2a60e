import { QuerySettings } from './query.settings.js';
import { Injectable } from '@nestjs/common';
import { toProblem, type Problem } from '@sextant/platform-http/errors';
import { currentTraceId, Logger } from '@sextant/platform-runtime/logging';
import { unavailableDatabase } from '@sextant/platform-data/postgres';
import { type RateLimiter, RateLimiters } from '@sextant/platform-security/rate-limit';
import type { Caller } from '../access/caller.js';
import { Observer } from '../observability/observer.js';
import { IPT_ERRORS, isRetryable } from '../errors/ipt-errors.js';
import type { IptError } from './results.js';

/** What every resolver is given of its request. */
export interface IptContext {
  readonly caller: Caller;
  /** Address of the service for the URLs it answers. */
  readonly baseUrl: string;
}

export type Envelope<T> =
  | (T & { readonly isSuccess: true; readonly error: null })
  | (Partial<T> & { readonly isSuccess: false; readonly error: IptError });

/** Runs operations: counts them by key, and turns what they throw into `{isSuccess: false, error}`. */
@Injectable()
export class InBand {
  readonly #limiters = new Map<string, RateLimiter>();

  constructor(
    private readonly limiters: RateLimiters,
    private readonly logger: Logger,
    private readonly observer: Observer,
    private readonly settings: QuerySettings,
  ) {}

  /**
   * @param operation the GraphQL field, which has a counter of its own
   * @param otherwise what a failure answers beside the error, where members that are absent are not what clients expect
   */
  async run<T extends object>(
    operation: string,
    { caller }: IptContext,
    work: () => Promise<T>,
    otherwise: Partial<T> = {},
  ): Promise<Envelope<T>> {
    const startMs = performance.now();
    const done = (outcome: string): void => {
      this.observer.operation(operation, outcome, (performance.now() - startMs) / 1000);
      this.#log(operation, outcome, caller);
    };
    try {
      await this.#admit(operation, caller);
      const result = await work();
      done('success');
      return { ...result, isSuccess: true, error: null };
    } catch (failure) {
      const error = this.#present(operation, failure);
      done(error.code);
      return { ...otherwise, isSuccess: false, error };
    }
  }

  /**
   * The same of what answers more than once: counted once, and a failure is the last answer.
   *
   * @param operation the field of the subscription, which its answers are named by
   */
  follow<T, U extends object>(
    operation: string,
    { caller }: IptContext,
    source: AsyncIterableIterator<T>,
    present: (item: T) => U,
  ): AsyncIterableIterator<Readonly<Record<string, Envelope<U>>>> {
    let count = 0;
    let isOver = false;
    const over = { done: true, value: undefined } as const;
    const told = (answer: Envelope<U>) =>
      ({ done: false, value: { [operation]: answer } }) as const;
    const next = async () => {
      if (isOver) return over;
      try {
        count += 1;
        if (count === 1) await this.#admit(operation, caller);
        const item = await source.next();
        if (item.done === true) return over;
        if (count === 1) this.#log(operation, 'success', caller);
        return told({ ...present(item.value), isSuccess: true, error: null });
      } catch (failure) {
        isOver = true;
        const error = this.#present(operation, failure);
        this.#log(operation, error.code, caller);
        return told({ isSuccess: false, error });
      }
    };
    const end = async () => {
      isOver = true;
      await source.return?.();
      return over;
    };
    return {
      next,
      return: end,
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  async #admit(operation: string, { keyId }: Caller): Promise<void> {
    const { allowed } = await this.#limiter(operation).consume(keyId);
    if (!allowed) throw IPT_ERRORS.rateLimited();
  }

  /** Refusals are HTTP 200, so that the line of the request does not tell them from successes. */
  #log(operation: string, outcome: string, { tenant, keyId }: Caller): void {
    const level = outcome === 'success' ? 'debug' : 'info';
    this.logger[level]('operation.done', { operation, outcome, tenant, keyId });
  }

  #limiter(operation: string): RateLimiter {
    const known = this.#limiters.get(operation);
    if (known !== undefined) return known;
    const { limiters } = this;
    const { operationsPerMinute: limit } = this.settings;
    const limiter = limiters.create({ name: `op-${operation}`, limit, windowSeconds: 60 });
    this.#limiters.set(operation, limiter);
    return limiter;
  }

  #present(operation: string, error: unknown): IptError {
    const known = toProblem(error, unavailableDatabase);
    const problem: Problem = /^[A-Z_]+$/.test(known.code)
      ? known
      : IPT_ERRORS.internal({ cause: known.cause ?? known });
    if (problem.status >= 500) {
      this.logger.error('operation.failed', {
        operation,
        code: problem.code,
        err: problem.cause ?? problem,
      });
    }
    const { code, message } = problem;
    const traced =
      problem.status >= 500 ? `${message} Trace id: ${currentTraceId() ?? 'unknown'}.` : message;
    return { code, message: traced, retryable: isRetryable(problem) };
  }
}
