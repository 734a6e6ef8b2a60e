import { IPT_ERRORS } from '../../errors/ipt-errors.js';
import { RpcEndpoint, type EndpointOptions } from './rpc-endpoint.js';
import { type RpcCall } from './rpc-call.js';
import { RpcError } from './rpc-error.js';
import { agreement, isAgreedOn } from './rpc-quorum.js';

export interface RpcOptions extends EndpointOptions {
  /** In the order of preference. */
  readonly urls: readonly string[];
  /** So many endpoints must give the same answer where the chain is read; 1 believes the first that works. */
  readonly quorum?: number;
}

export interface Asking {
  /** Whether `null` may be the answer, when all endpoints that answer say so. */
  readonly isAbsent?: boolean;
  /** The last endpoint first, for those who have asked the first already. */
  readonly isSecondLook?: boolean;
}

/**
 * JSON-RPC over several endpoints: the first that works answers, or as many as a quorum asks for agree.
 *
 * Only what every node would say is final: that a call is reverted, that its parameters are wrong, that the wallet
 * cannot pay. All else, and an answer without a result, may be a matter of this node: the next one is asked.
 */
export class Rpc {
  readonly #endpoints: readonly RpcEndpoint[];
  readonly #quorum: number;

  constructor(private readonly options: RpcOptions) {
    this.#endpoints = options.urls.map((url, place) => new RpcEndpoint(url, place, options));
    this.#quorum = options.quorum ?? 1;
  }

  /**
   * @throws {Problem} `CHAIN_UNAVAILABLE`, whose cause is an `RpcError` when the last node that was asked refused it
   * @throws {RpcError} what every node would refuse
   */
  async send<T>(method: string, params: readonly unknown[], asking: Asking = {}): Promise<T> {
    const call = { method, params, isAbsent: asking.isAbsent === true };
    if (this.#quorum > 1 && isAgreedOn(method)) return await this.#agreed<T>(call);
    const endpoints = this.#inTurn();
    return await this.#first<T>(asking.isSecondLook ? endpoints.toReversed() : endpoints, call);
  }

  async #first<T>(endpoints: readonly RpcEndpoint[], call: RpcCall): Promise<T> {
    let cause: unknown;
    let isKnownAbsent = false;
    for (const endpoint of endpoints) {
      try {
        const result = await endpoint.ask<T>(call);
        if (result !== null) return result;
        isKnownAbsent = true;
      } catch (error) {
        if (error instanceof RpcError && error.isFinal) throw error;
        cause = error;
      }
    }
    // Of those that answered, none has it.
    if (isKnownAbsent) return null as T;
    throw this.#unavailable(cause);
  }

  async #agreed<T>(call: RpcCall): Promise<T> {
    const awake = this.#awake();
    const asked = awake.length >= this.#quorum ? awake : this.#endpoints;
    const { isReached, settle, cause } = await agreement<T>(asked, call, this.#quorum);
    if (isReached) return settle();
    throw this.#unavailable(cause);
  }

  #awake(): readonly RpcEndpoint[] {
    return this.#endpoints.filter(({ isAwake }) => isAwake);
  }

  /** One that rests is better than none. */
  #inTurn(): readonly RpcEndpoint[] {
    const awake = this.#awake();
    return awake.length > 0 ? awake : this.#endpoints.slice(0, 1);
  }

  #unavailable(cause: unknown): Error {
    return IPT_ERRORS.chainUnavailable({
      message: `Chain ${this.options.chainId} cannot be reached. Try again.`,
      cause,
    });
  }
}
