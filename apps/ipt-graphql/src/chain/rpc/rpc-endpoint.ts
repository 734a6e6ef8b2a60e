import type { RpcCall } from './rpc-call.js';
import type { Clock } from '@sextant/platform-runtime/clock';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { Observer, RpcOutcome } from '../../observability/observer.js';
import { isAnswerTo, jsonOf } from './rpc-answers.js';
import { RpcError, rpcError, type RefusalBody } from './rpc-error.js';

export interface EndpointOptions {
  readonly chainId: number;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer: Pick<Observer, 'rpcCall' | 'endpoint'>;
}

interface Answer<T> {
  readonly result?: T;
  readonly error?: RefusalBody | null;
}

const FAILURES_TO_OPEN = 3;
const OPEN_MS = 10_000;
/** Providers switch what is behind an address: each is asked again. */
const CHECK_EVERY_MS = 30_000;
/** Some nodes answer 400 with what they refuse, and 413 or 422 when a range or its logs are too large. */
const REFUSALS: readonly number[] = [400, 413, 422];

/**
 * One JSON-RPC endpoint. Each call has a time limit; it rests for ten seconds when it failed three times in a row, and
 * must be on the right chain (`eth_chainId`) before it is believed, again after each failure and every thirty seconds.
 */
export class RpcEndpoint {
  #failures = 0;
  /** Until then it is not asked. */
  #openUntilMs = 0;
  /** Until then it is believed to be on the right chain: it has said so since it last failed. */
  #checkedUntilMs = 0;
  #nextId = 0;

  /** @param place in the list, from 0: the address may hold a provider's key */
  constructor(
    private readonly url: string,
    readonly place: number,
    private readonly options: EndpointOptions,
  ) {}

  get isAwake(): boolean {
    return this.#openUntilMs <= this.options.clock.monotonicMs();
  }

  /**
   * @throws {RpcError} what the node refuses
   * @throws {Error} when it does not work, or its answer is not valid for this call
   */
  async ask<T>(call: RpcCall): Promise<T | null> {
    const { method, params, isAbsent } = call;
    try {
      await this.#checkChain();
      const result = await this.#call<T | null>(method, params);
      if (result === null && !isAbsent) {
        throw new Error(`The endpoint answered ${method} without a result.`);
      }
      if (result !== null && !isAnswerTo(call, result)) {
        throw new Error(`The endpoint answered ${method} with what is no answer to it.`);
      }
      this.#worked('answered');
      return result;
    } catch (error) {
      // It is well, and answers: what it does not do now, the next may do.
      if (error instanceof RpcError) this.#worked('refused');
      else this.#failed(error);
      throw error;
    }
  }

  /** Hears that others agreed on another answer than it gave. */
  disagreed(method: string): void {
    const { chainId, logger, observer } = this.options;
    observer.rpcCall(chainId, this.place, 'disagreed');
    logger.warn('rpc.endpoint_disagrees', { chainId, place: this.place, method });
  }

  #worked(outcome: RpcOutcome): void {
    const { chainId, observer } = this.options;
    observer.rpcCall(chainId, this.place, outcome);
    observer.endpoint(chainId, this.place, true);
    this.#failures = 0;
  }

  #failed(error: unknown): void {
    const { chainId, clock, logger, observer } = this.options;
    observer.rpcCall(chainId, this.place, 'failed');
    this.#failures += 1;
    this.#checkedUntilMs = 0;
    if (this.#failures < FAILURES_TO_OPEN) return;
    this.#openUntilMs = clock.monotonicMs() + OPEN_MS;
    observer.endpoint(chainId, this.place, false);
    logger.warn('rpc.endpoint_rests', { chainId, place: this.place, err: error });
  }

  async #checkChain(): Promise<void> {
    const nowMs = this.options.clock.monotonicMs();
    if (nowMs < this.#checkedUntilMs) return;
    const answer = await this.#call<string>('eth_chainId', []);
    if (Number(answer) !== this.options.chainId) {
      throw new Error(`The endpoint is on chain ${Number(answer)}, not ${this.options.chainId}.`);
    }
    this.#checkedUntilMs = nowMs + CHECK_EVERY_MS;
  }

  async #call<T>(method: string, params: readonly unknown[]): Promise<T> {
    this.#nextId += 1;
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: this.#nextId, method, params }),
      signal: AbortSignal.timeout(this.options.timeoutMs),
    });
    // Any other status speaks of the endpoint.
    if (!response.ok && !REFUSALS.includes(response.status)) {
      await response.body?.cancel();
      throw new Error(`The endpoint answered ${response.status}.`);
    }
    const { error, result } = await answerOf<T>(response);
    if (error !== undefined && error !== null) throw rpcError(error);
    return (result ?? null) as T;
  }
}

/** @throws {Error} for a page instead of JSON: a refusal of the call, where the status says that the call is too large */
async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const { ok, status } = response;
  const message = `The endpoint answered ${status}.`;
  if (ok) return (await jsonOf(response)) as Answer<T>;
  // A page instead of JSON: the status says enough.
  const answer = (await jsonOf(response).catch(() => undefined)) as Answer<T> | undefined;
  if (answer?.error) return answer;
  if (status === 400) throw new Error(message);
  return { error: { code: status, message } };
}
