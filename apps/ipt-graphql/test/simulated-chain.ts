import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { id, toBeHex, zeroPadValue, ZeroAddress } from 'ethers';
import type { RpcLog } from '../src/chain/contracts/event-decoder.js';

export const CHAIN_ID = 424242;
export const IPNFT = '0x00000000000000000000000000000000000ca001';
export const TOKENIZER = '0x00000000000000000000000000000000000ca002';

interface Block {
  readonly number: number;
  readonly hash: string;
  readonly logs: readonly RpcLog[];
}

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** How an endpoint of the chain differs from an honest one. */
export interface Faults {
  /** So many of the newest blocks have not come to it. */
  readonly blocksBehind?: number;
  /** Which logs it gives. */
  readonly gives?: (log: RpcLog) => boolean;
  /** It tells of other blocks than there are. */
  readonly isOnFork?: boolean;
  /** It answers every call with this. */
  readonly refuses?: { readonly code: number; readonly message: string };
  /** What it answers instead of a result. */
  readonly mangles?: (result: unknown, method: string) => unknown;
  /** It answers logs of more blocks at once than that without an end. */
  readonly endlessAbove?: number;
  /** It refuses logs of more blocks at once than that, with this status and body. */
  readonly refusesMoreThan?: {
    readonly blocks: number;
    readonly status: number;
    readonly body: unknown;
  };
}

/**
 * A chain whose blocks, logs, forks and endpoints a test decides on, as no node lets it: as deep as it likes, and with nodes
 * that lack something. Each block has a mint of a number of its own; it has no names for safe blocks unless they are set.
 */
export class SimulatedChain {
  readonly #blocks: Block[] = [];
  readonly #servers: Server[] = [];
  #made = 0;
  /** How many blocks its endpoints were asked for logs of, call by call. */
  readonly ranges: number[] = [];
  /** Bytes of its longest endless answer that were taken. */
  longest = 0;
  /** The block that it calls final; it knows no such name while it is absent. */
  finalized: number | undefined;

  constructor(blocks: number) {
    this.grow(blocks);
  }

  get height(): number {
    return this.#blocks.length - 1;
  }

  get logs(): readonly RpcLog[] {
    return this.#blocks.flatMap(({ logs }) => logs);
  }

  grow(blocks: number): void {
    for (let count = 0; count < blocks; count += 1) {
      this.#made += 1;
      const number = this.#blocks.length;
      const hash = id(`block ${this.#made}`);
      this.#blocks.push({ number, hash, logs: [mintLog(number, hash, this.#made)] });
    }
  }

  /** Its last blocks are others, and one more. */
  reorganize(depth: number): void {
    this.#blocks.length = Math.max(0, this.#blocks.length - depth);
    this.grow(depth + 1);
  }

  /** @returns the address of an endpoint; its faults may change while it runs */
  async endpoint(faults: () => Faults = () => ({})): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const call = callIn(Buffer.concat(chunks).toString());
        if (call === undefined) {
          response.statusCode = 400;
          response.end();
          return;
        }
        const { refuses, refusesMoreThan: most, endlessAbove, ...others } = faults();
        const size = blocksOf(call);
        if (size > 0) this.ranges.push(size);
        if (most !== undefined && size > most.blocks) {
          response.statusCode = most.status;
          response.end(typeof most.body === 'string' ? most.body : JSON.stringify(most.body));
          return;
        }
        if (size > (endlessAbove ?? Infinity)) {
          response.once('close', () => {
            this.longest = Math.max(this.longest, request.socket.bytesWritten);
          });
          Readable.from(endless()).pipe(response);
          return;
        }
        const { mangles = (result: unknown) => result } = others;
        const answer = refuses
          ? { error: refuses }
          : { result: mangles(this.#answer(call, others), call.method) };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...answer }));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  #answer({ method, params: [what] }: Request, faults: Faults): unknown {
    if (method === 'eth_chainId') return toBeHex(CHAIN_ID);
    const head = this.height - (faults.blocksBehind ?? 0);
    if (method === 'eth_getLogs') return this.#logsOf(what as LogsFilter, head, faults);
    const block = this.#blocks[this.#numberOf(String(what), head)];
    if (block === undefined || block.number > head) return null;
    const hash = faults.isOnFork ? id(`other ${block.hash}`) : block.hash;
    // `seen`: nodes say more of a block, and not the same.
    return { number: toBeHex(block.number), hash, seen: Math.random() };
  }

  #numberOf(tag: string, head: number): number {
    if (tag === 'latest') return head;
    if (tag === 'safe' || tag === 'finalized') return this.finalized ?? -1;
    return Number(tag);
  }

  #logsOf(filter: LogsFilter, head: number, faults: Faults): readonly RpcLog[] {
    const { gives = () => true, isOnFork } = faults;
    const [from, to] = [Number(filter.fromBlock), Math.min(head, Number(filter.toBlock))];
    const addresses = filter.address.map((address) => address.toLowerCase());
    const logs = this.#blocks.slice(from, to + 1).flatMap((block) => block.logs);
    return logs
      .filter(({ address }) => addresses.includes(address.toLowerCase()))
      .filter(gives)
      .map((log) => (isOnFork ? { ...log, blockHash: id(`other ${log.blockHash}`) } : log));
  }
}

function* endless(): Generator<Buffer> {
  const spaces = Buffer.alloc(1024 * 1024, ' ');
  for (;;) yield spaces;
}

interface LogsFilter {
  readonly address: readonly string[];
  readonly fromBlock: string;
  readonly toBlock: string;
}

/** @returns undefined for a body that is not a JSON-RPC call: its sender gets 400, and the chain goes on. */
function callIn(body: string): Request | undefined {
  try {
    const call = JSON.parse(body) as Partial<Request> | null;
    return Array.isArray(call?.params) ? (call as Request) : undefined;
  } catch {
    return undefined;
  }
}

/** Blocks that a call asks for logs of; 0 for other calls. */
function blocksOf({ method, params: [what] }: Request): number {
  if (method !== 'eth_getLogs') return 0;
  const { fromBlock, toBlock } = what as LogsFilter;
  return Number(toBlock) - Number(fromBlock) + 1;
}

const word = (value: number): string => zeroPadValue(toBeHex(value), 32);

const mintLog = (number: number, blockHash: string, made: number): RpcLog => ({
  address: IPNFT,
  topics: [
    id('Transfer(address,address,uint256)'),
    zeroPadValue(ZeroAddress, 32),
    word(0xabc),
    word(made),
  ],
  data: '0x',
  blockNumber: toBeHex(number),
  blockHash,
  logIndex: '0x0',
  transactionHash: id(`transaction ${made}`),
});
