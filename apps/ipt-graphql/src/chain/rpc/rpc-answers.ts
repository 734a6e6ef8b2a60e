import { exceededJsonLimit } from '@sextant/platform-http';
import type { RpcCall } from './rpc-call.js';
import { RpcError } from './rpc-error.js';

/** All logs of one block are half of that (our choice). */
const MAX_BYTES = 64 * 1024 * 1024;
/** Blocks and logs are five levels deep. */
const MAX_DEPTH = 64;

const HASH = /^0x[\da-f]{64}$/i;
const ADDRESS = /^0x[\da-f]{40}$/i;
const DATA = /^0x[\da-f]*$/i;
/** Block numbers from 2^53 on are invalid: a JavaScript number cannot hold them exactly. */
const QUANTITY = /^0x[\da-f]{1,13}$/i;

/**
 * The JSON of an answer.
 *
 * @throws {RpcError} when it is too large: less may be asked for
 * @throws {Error} when it is no JSON, or nested as no answer is
 */
export async function jsonOf(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > MAX_BYTES) throw tooLarge();
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  if (exceededJsonLimit(bytes, { depth: MAX_DEPTH }) !== undefined) {
    throw new Error('The endpoint answered JSON that is nested too deeply.');
  }
  return JSON.parse(bytes.toString('utf8')) as unknown;
}

const tooLarge = () =>
  new RpcError({
    ...{ code: 413, message: `The answer has more than ${MAX_BYTES} bytes.` },
    ...{ revertData: undefined, isFinal: false },
  });

/**
 * Whether an answer can be one to this call: what is indexed is believed, and one log of another place or shape would
 * stop whoever reads it, again and again.
 *
 * @see https://github.com/ethereum/execution-apis, `Block`, `Log` and `Filter`
 */
export function isAnswerTo({ method, params: [what] }: RpcCall, result: unknown): boolean {
  if (method === 'eth_getBlockByNumber') return isBlock(result, String(what));
  return method === 'eth_getLogs' ? areLogs(result, what as Filter) : true;
}

/** Of what a filter may have, what this service asks with. */
interface Filter {
  readonly address: string | readonly string[];
  readonly topics?: readonly unknown[];
  readonly fromBlock?: string;
  readonly toBlock?: string;
}

function isBlock(result: unknown, tag: string): boolean {
  const { number, hash } = membersOf(result);
  return matches(number, QUANTITY) && matches(hash, HASH) && isAt(number, tag, tag);
}

function areLogs(result: unknown, filter: Filter): boolean {
  if (!Array.isArray(result)) return false;
  const logs = result.map(membersOf);
  const places = new Set(
    logs.map((log) => `${Number(log['blockNumber'])}/${Number(log['logIndex'])}`),
  );
  return places.size === logs.length && logs.every((log) => isLog(log) && isWanted(log, filter));
}

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly blockNumber: string;
}

function isLog(
  log: Readonly<Record<string, unknown>>,
): log is Readonly<Record<string, unknown>> & Log {
  const { topics } = log;
  const hasPlace = matches(log['blockNumber'], QUANTITY) && matches(log['logIndex'], QUANTITY);
  const hasHashes = matches(log['blockHash'], HASH) && matches(log['transactionHash'], HASH);
  const hasTopics = Array.isArray(topics) && topics.every((topic) => matches(topic, HASH));
  return (
    hasPlace &&
    hasHashes &&
    hasTopics &&
    matches(log['address'], ADDRESS) &&
    matches(log['data'], DATA)
  );
}

function isWanted({ address, topics, blockNumber }: Log, filter: Filter): boolean {
  const { fromBlock = 'earliest', toBlock = 'latest', topics: [wanted] = [] } = filter;
  return (
    isAt(blockNumber, fromBlock, toBlock) &&
    isAmong(address, filter.address) &&
    (wanted === undefined ||
      wanted === null ||
      isAmong(topics[0] ?? '', wanted as string | readonly string[]))
  );
}

/** Names of blocks may stand for any. */
const isAt = (number: string, from: string, to: string): boolean =>
  !(from.startsWith('0x') && Number(number) < Number(from)) &&
  !(to.startsWith('0x') && Number(number) > Number(to));

const isAmong = (value: string, wanted: string | readonly string[]): boolean =>
  [wanted].flat().some((each) => each.toLowerCase() === value.toLowerCase());

const matches = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value);

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
