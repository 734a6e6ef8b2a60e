import type { Clock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { IPT_ERRORS } from '../../domain/ipt-errors.js';
import type { Observer } from '../../domain/observer.js';

/** What a node answered instead of a result. */
export class RpcError extends Error {
  readonly code: number;
  readonly revertData: string | undefined;
  /** Whether every node would say so. */
  readonly isFinal: boolean;

  constructor({ code, message, revertData, isFinal }: RpcRefusal) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.revertData = revertData;
    this.isFinal = isFinal;
  }
}

interface RpcRefusal {
  readonly code: number;
  readonly message: string;
  readonly revertData: string | undefined;
  readonly isFinal: boolean;
}

/** Whether it is a refusal, of one node or of all that were asked. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof RpcError || (error instanceof Error && error.cause instanceof RpcError);

export interface RpcOptions {
  readonly chainId: number;
  /** In the order of preference. */
  readonly urls: readonly string[];
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer: Pick<Observer, 'rpcCall' | 'endpoint'>;
}

interface Endpoint {
  readonly url: string;
  /** In the list, from 0. */
  readonly place: number;
  failures: number;
  /** Until then it is not asked. */
  openUntilMs: number;
  /** Until then it is believed to be on the right chain: it has said so since it last failed. */
  checkedUntilMs: number;
}

const FAILURES_TO_OPEN = 3;
const OPEN_MS = 10_000;
/** Providers switch what is behind an address: each is asked again. */
const CHECK_EVERY_MS = 30_000;

/**
 * JSON-RPC over several endpoints: the first that works answers. Each call has a time limit, an endpoint that failed
 * three times in a row rests for ten seconds, and every endpoint must be on the right chain (`eth_chainId`) before
 * it is believed, again after each failure and every thirty seconds.
 *
 * Only what every node would say is final: that a call is reverted, that its parameters are wrong, that the wallet
 * cannot pay. All else, and an answer without a result, may be a matter of this node: the next one is asked.
 */
export class Rpc {
  readonly #endpoints: readonly Endpoint[];
  #nextId = 0;

  constructor(private readonly options: RpcOptions) {
    this.#endpoints = options.urls.map((url, place) => ({
      url,
      place,
      failures: 0,
      openUntilMs: 0,
      checkedUntilMs: 0,
    }));
  }

  /**
   * @param isAbsent whether `null` may be the answer, when all endpoints that answer say so
   * @throws {Problem} `CHAIN_UNAVAILABLE`, whose cause is an `RpcError` when the last node that was asked refused it
   * @throws {RpcError} what every node would refuse
   */
  async send<T>(method: string, params: readonly unknown[], isAbsent = false): Promise<T> {
    let cause: unknown;
    let nulls = 0;
    for (const endpoint of this.#inTurn()) {
      try {
        await this.#checkChain(endpoint);
        const result = await this.#call<T | null>(endpoint, method, params);
        if (result !== null) {
          this.#worked(endpoint, 'answered');
          return result;
        }
        nulls += 1;
        if (isAbsent) this.#worked(endpoint, 'answered');
        else throw new Error(`The endpoint answered ${method} without a result.`);
      } catch (error) {
        cause = error;
        this.#refusedOrFailed(endpoint, error);
      }
    }
    // Of those that answered, none has it.
    if (isAbsent && nulls > 0) return null as T;
    throw IPT_ERRORS.chainUnavailable({
      message: `Chain ${this.options.chainId} cannot be reached. Try again.`,
      cause,
    });
  }

  /** Resting endpoints come last: they are better than none. */
  #inTurn(): readonly Endpoint[] {
    const nowMs = this.options.clock.monotonicMs();
    const isResting = ({ openUntilMs }: Endpoint) => openUntilMs > nowMs;
    const awake = this.#endpoints.filter((endpoint) => !isResting(endpoint));
    return awake.length > 0 ? awake : this.#endpoints.slice(0, 1);
  }

  #worked(endpoint: Endpoint, outcome: 'answered' | 'refused'): void {
    const { chainId, observer } = this.options;
    observer.rpcCall(chainId, endpoint.place, outcome);
    observer.endpoint(chainId, endpoint.place, true);
    endpoint.failures = 0;
  }

  /** @throws {RpcError} when it is final */
  #refusedOrFailed(endpoint: Endpoint, error: unknown): void {
    if (!(error instanceof RpcError)) {
      this.#failed(endpoint, error);
      return;
    }
    // It is well, and answers: what it does not do now, the next may do.
    this.#worked(endpoint, 'refused');
    if (error.isFinal) throw error;
  }

  #failed(endpoint: Endpoint, error: unknown): void {
    const { chainId, clock, logger, observer } = this.options;
    const { place } = endpoint;
    observer.rpcCall(chainId, place, 'failed');
    endpoint.failures += 1;
    endpoint.checkedUntilMs = 0;
    if (endpoint.failures < FAILURES_TO_OPEN) return;
    endpoint.openUntilMs = clock.monotonicMs() + OPEN_MS;
    observer.endpoint(chainId, place, false);
    // The address may hold a provider's key: only its place in the list is logged.
    logger.warn('rpc.endpoint_rests', { chainId, place, err: error });
  }

  async #checkChain(endpoint: Endpoint): Promise<void> {
    const nowMs = this.options.clock.monotonicMs();
    if (nowMs < endpoint.checkedUntilMs) return;
    const answer = await this.#call<string>(endpoint, 'eth_chainId', []);
    if (Number(answer) !== this.options.chainId) {
      throw new Error(`The endpoint is on chain ${Number(answer)}, not ${this.options.chainId}.`);
    }
    endpoint.checkedUntilMs = nowMs + CHECK_EVERY_MS;
  }

  async #call<T>({ url }: Endpoint, method: string, params: readonly unknown[]): Promise<T> {
    this.#nextId += 1;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: this.#nextId, method, params }),
      signal: AbortSignal.timeout(this.options.timeoutMs),
    });
    // Some nodes answer 400 with what they refuse; any other status speaks of the endpoint.
    if (!response.ok && response.status !== 400) {
      await response.body?.cancel();
      throw new Error(`The endpoint answered ${response.status}.`);
    }
    const { error, result } = (await response.json()) as Answer<T>;
    if (error !== undefined && error !== null) throw rpcError(error);
    if (!response.ok) throw new Error(`The endpoint answered ${response.status}.`);
    return (result ?? null) as T;
  }
}

interface Answer<T> {
  readonly result?: T;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
  } | null;
}

/** How nodes name the ends of a contract that failed: by `revert`, or by what the machine does not do. */
const FAILED_CALL =
  /revert|EVM error|VM execution error|out ?of ?gas|invalid ?(fe)?opcode|invalid jump|stack (under|over)flow/i;
/** Nodes have no code for it, but agree on these words. */
const TOO_POOR = /insufficient (funds|balance)|out of (gas )?fund/i;
const INVALID_PARAMS = -32602;

function rpcError({ code, message, data }: NonNullable<Answer<unknown>['error']>): RpcError {
  const isFailedCall = code === 3 || FAILED_CALL.test(message);
  const isFinal = isFailedCall || code === INVALID_PARAMS || TOO_POOR.test(message);
  const revertData =
    typeof data === 'string' && isFailedCall ? data : isFailedCall ? '0x' : undefined;
  // Some nodes report these with -32603: asking others would change nothing, and the endpoint is well.
  return new RpcError({ code: isFailedCall ? 3 : code, message, revertData, isFinal });
}
