import { toQuantity } from 'ethers';
import type { RpcLog } from '../contracts/event-decoder.js';
import type { RpcEndpoint } from './rpc-endpoint.js';
import type { RpcCall } from './rpc-call.js';
import { RpcError } from './rpc-error.js';

interface RpcBlock {
  readonly number: string;
  readonly hash: string;
}

/** What of an answer has to be the same: nodes add members of their own, and need not keep an order. */
const SAME: Readonly<Record<string, (result: never) => unknown>> = {
  eth_call: (result: unknown) => result,
  eth_getCode: (result: unknown) => result,
  eth_getBlockByNumber: ({ number, hash }: RpcBlock) => [Number(number), hash],
  eth_getLogs: (logs: readonly RpcLog[]) =>
    logs.map((log) => JSON.stringify(placeAndContent(log)).toLowerCase()).toSorted(),
};

const placeAndContent = (log: RpcLog): readonly unknown[] => [
  ...[Number(log.blockNumber), Number(log.logIndex), log.blockHash, log.transactionHash],
  ...[log.address, log.topics, log.data],
];

/** Reading the chain is agreed on. Estimates of gas differ by node, and what is sent is sent once. */
export const isAgreedOn = (method: string): boolean => method in SAME;

/** What endpoints said of a call. */
export type Agreement<T> =
  | { readonly isReached: true; readonly settle: () => T; readonly cause?: never }
  | { readonly isReached: false; readonly settle?: never; readonly cause: unknown };

/** What one endpoint said; those with the same key agree. */
interface Vote<T> {
  readonly endpoint: RpcEndpoint;
  readonly key: string;
  readonly settle: () => T;
}

/**
 * Asks all endpoints at once, until as many as wanted gave the same answer. A refusal that is final is an answer, too; so is
 * that there is none, where there may be none. Who answered something else is told.
 */
export async function agreement<T>(
  endpoints: readonly RpcEndpoint[],
  call: RpcCall,
  quorum: number,
): Promise<Agreement<T>> {
  const number = tagOf(call) === undefined ? undefined : await heightOf(endpoints, call, quorum);
  if (number?.isReached === false) return number;
  const height = number?.settle();
  if (height === null) return { isReached: true, settle: () => null as T };
  return height === undefined
    ? await vote(endpoints, call, quorum)
    : await vote(endpoints, { ...call, params: [height, ...call.params.slice(1)] }, quorum);
}

/** The name of a block that nodes understand differently while blocks travel. */
function tagOf({ method, params: [tag] }: RpcCall): string | undefined {
  const isTag = method === 'eth_getBlockByNumber' && !String(tag).startsWith('0x');
  return isTag ? String(tag) : undefined;
}

/** The newest block that as many as wanted have; `null` when that many have none of this name. O(n log n). */
async function heightOf(
  endpoints: readonly RpcEndpoint[],
  call: RpcCall,
  quorum: number,
): Promise<Agreement<string | null>> {
  const answers = await Promise.allSettled(
    endpoints.map((endpoint) => endpoint.ask<RpcBlock>(call)),
  );
  const blocks = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const heights = blocks.flatMap((block) => (block === null ? [] : [Number(block.number)]));
  const height = heights.toSorted((one, other) => other - one)[quorum - 1];
  if (height !== undefined) return { isReached: true, settle: () => toQuantity(height) };
  if (blocks.length - heights.length >= quorum) return { isReached: true, settle: () => null };
  return { isReached: false, cause: causeOf(answers.flatMap(reasonOf)) };
}

const reasonOf = (answer: PromiseSettledResult<unknown>): unknown[] =>
  answer.status === 'rejected' ? [answer.reason] : [];

async function vote<T>(
  endpoints: readonly RpcEndpoint[],
  call: RpcCall,
  quorum: number,
): Promise<Agreement<T>> {
  const votes: Vote<T>[] = [];
  const failures: unknown[] = [];
  const decided = Promise.withResolvers<Agreement<T>>();
  const winner = (): Vote<T> | undefined =>
    votes.find(({ key }) => votes.filter((other) => other.key === key).length >= quorum);
  const polls = endpoints.map(async (endpoint) => {
    try {
      votes.push(await voteOf<T>(endpoint, call));
    } catch (error) {
      failures.push(error);
    }
    const won = winner();
    if (won !== undefined) decided.resolve({ isReached: true, settle: won.settle });
  });
  void Promise.all(polls).then(() => {
    const won = winner();
    for (const { endpoint, key } of votes) {
      if (won !== undefined && key !== won.key) endpoint.disagreed(call.method);
    }
    decided.resolve({ isReached: false, cause: causeOf(failures) });
  });
  return await decided.promise;
}

/** @throws what is no answer */
async function voteOf<T>(endpoint: RpcEndpoint, call: RpcCall): Promise<Vote<T>> {
  try {
    const result = await endpoint.ask<T>(call);
    const same = result === null ? null : SAME[call.method]?.(result as never);
    return { endpoint, key: JSON.stringify(same), settle: () => result as T };
  } catch (error) {
    if (!(error instanceof RpcError && error.isFinal)) throw error;
    const settle = (): never => {
      throw error;
    };
    return { endpoint, key: `refused ${error.code} ${error.revertData ?? ''}`, settle };
  }
}

/** A refusal tells more than that a node was away. */
const causeOf = (failures: readonly unknown[]): unknown =>
  failures.find((failure) => failure instanceof RpcError) ??
  failures.at(-1) ??
  new Error('The endpoints do not agree.');
