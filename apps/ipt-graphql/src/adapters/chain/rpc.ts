import type { Clock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { IPT_ERRORS } from '../../domain/ipt-errors.js';
import type { Observer } from '../../domain/observer.js';

/** What a node answered instead of a result: asking another node would not help. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly revertData: string | undefined,
  ) {
    super(message);
    this.name = 'RpcError';
  }
}

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
  /** Whether it has said that it is on the right chain since it last failed. */
  isChecked: boolean;
}

const FAILURES_TO_OPEN = 3;
const OPEN_MS = 10_000;
/** Codes with which nodes say "not now" or "not for you": another node may do it. */
const PASSING_CODES = new Set([-32005, -32603, 429]);

/**
 * JSON-RPC over several endpoints: the first that works answers. Each call has a time limit, an endpoint that failed
 * three times in a row rests for ten seconds, and every endpoint must be on the right chain (`eth_chainId`) before
 * it is believed, again after each failure.
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
      isChecked: false,
    }));
  }

  /** @throws {Problem} `CHAIN_UNAVAILABLE`; @throws {RpcError} what the node refused */
  async send<T>(method: string, params: readonly unknown[]): Promise<T> {
    let cause: unknown;
    for (const endpoint of this.#inTurn()) {
      try {
        if (!endpoint.isChecked) await this.#checkChain(endpoint);
        const result = await this.#call<T>(endpoint, method, params);
        this.#worked(endpoint, 'answered');
        return result;
      } catch (error) {
        if (error instanceof RpcError && !PASSING_CODES.has(error.code)) {
          this.#worked(endpoint, 'refused');
          throw error;
        }
        cause = error;
        this.#failed(endpoint, error);
      }
    }
    throw IPT_ERRORS.chainUnavailable({
      message: `Chain ${this.options.chainId} cannot be reached. Try again.`,
      cause,
    });
  }

  /** Resting endpoints come last: they are better than none. */
  #inTurn(): readonly Endpoint[] {
    const nowMs = this.options.clock.nowMs();
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

  #failed(endpoint: Endpoint, error: unknown): void {
    const { chainId, clock, logger, observer } = this.options;
    const { place } = endpoint;
    observer.rpcCall(chainId, place, 'failed');
    endpoint.failures += 1;
    endpoint.isChecked = false;
    if (endpoint.failures < FAILURES_TO_OPEN) return;
    endpoint.openUntilMs = clock.nowMs() + OPEN_MS;
    observer.endpoint(chainId, place, false);
    // The address may hold a provider's key: only its place in the list is logged.
    logger.warn('rpc.endpoint_rests', { chainId, place, err: error });
  }

  async #checkChain(endpoint: Endpoint): Promise<void> {
    const answer = await this.#call<string>(endpoint, 'eth_chainId', []);
    if (Number(answer) !== this.options.chainId) {
      throw new Error(`The endpoint is on chain ${Number(answer)}, not ${this.options.chainId}.`);
    }
    endpoint.isChecked = true;
  }

  async #call<T>({ url }: Endpoint, method: string, params: readonly unknown[]): Promise<T> {
    this.#nextId += 1;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: this.#nextId, method, params }),
      signal: AbortSignal.timeout(this.options.timeoutMs),
    });
    const answer = (await response.json()) as Answer<T>;
    if (answer.error !== undefined) throw rpcError(answer.error);
    if (!response.ok) throw new Error(`The endpoint answered ${response.status}.`);
    return answer.result as T;
  }
}

interface Answer<T> {
  readonly result?: T;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** How nodes name the ends of a contract that failed: by `revert`, or by what the machine does not do. */
const FAILED_CALL =
  /revert|EVM error|out ?of ?gas|invalid ?(fe)?opcode|invalid jump|stack (under|over)flow/i;

function rpcError({ code, message, data }: NonNullable<Answer<unknown>['error']>): RpcError {
  const isFailedCall = code === 3 || FAILED_CALL.test(message);
  const revertData = typeof data === 'string' ? data : isFailedCall ? '0x' : undefined;
  // Some nodes report these with -32603: asking others would change nothing, and the endpoint is well.
  return new RpcError(isFailedCall ? 3 : code, message, revertData);
}
