import { getAddress, toQuantity, type Interface } from 'ethers';
import { RpcError, type Rpc } from './rpc.js';

export interface Block {
  readonly number: number;
  readonly hash: string;
}

/** An event of the contracts that flows and reads are made of. */
export interface IndexedEvent {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly logIndex: number;
  readonly transactionHash: string;
  readonly name: 'Reserved' | 'IPNFTMinted' | 'Transfer' | 'TokensCreated';
  readonly ipnftId: string;
  readonly args: Readonly<Record<string, string>>;
}

interface RpcLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly logIndex: string;
  readonly transactionHash: string;
}

/** Event, the argument with the token's id, and the arguments that are kept. */
const EVENTS = [
  { name: 'Reserved', id: 'reservationId', kept: ['reserver'] },
  { name: 'IPNFTMinted', id: 'tokenId', kept: ['owner', 'tokenURI', 'symbol'] },
  { name: 'Transfer', id: 'tokenId', kept: ['from', 'to'] },
  {
    name: 'TokensCreated',
    id: 'ipnftId',
    kept: ['tokenContract', 'emitter', 'amount', 'agreementCid', 'name', 'symbol'],
  },
] as const;

/** Reads blocks and the contracts' events from a node. */
export class LogReader {
  readonly #events: ReadonlyMap<string, (typeof EVENTS)[number]>;

  constructor(
    private readonly rpc: Rpc,
    private readonly contracts: Interface,
    private readonly addresses: readonly string[],
  ) {
    this.#events = new Map(
      EVENTS.map((event) => [contracts.getEvent(event.name)?.topicHash ?? '', event]),
    );
  }

  /** @param tag a number, or `latest`, `safe`, `finalized` */
  async block(tag: number | 'latest' | 'safe' | 'finalized'): Promise<Block | undefined> {
    const which = typeof tag === 'number' ? toQuantity(tag) : tag;
    try {
      const block = await this.rpc.send<{ number: string; hash: string } | null>(
        'eth_getBlockByNumber',
        [which, false],
      );
      return block === null ? undefined : { number: Number(block.number), hash: block.hash };
    } catch (error) {
      if (error instanceof RpcError) return undefined; // a node that does not know the tag
      throw error;
    }
  }

  /** @throws {RpcError} when the range is too large for the node */
  async events(from: number, to: number): Promise<readonly IndexedEvent[]> {
    const logs = await this.rpc.send<readonly RpcLog[]>('eth_getLogs', [
      {
        address: this.addresses,
        topics: [[...this.#events.keys()]],
        fromBlock: toQuantity(from),
        toBlock: toQuantity(to),
      },
    ]);
    return logs.flatMap((log) => this.#read(log) ?? []);
  }

  #read(log: RpcLog): IndexedEvent | undefined {
    const event = this.#events.get(log.topics[0] ?? '');
    const parsed = this.contracts.parseLog({ topics: [...log.topics], data: log.data });
    if (event === undefined || parsed === null) return undefined;
    const text = (name: string): string => String(parsed.args.getValue(name));
    return {
      blockNumber: Number(log.blockNumber),
      blockHash: log.blockHash,
      logIndex: Number(log.logIndex),
      transactionHash: log.transactionHash,
      name: event.name,
      ipnftId: text(event.id),
      args: {
        ...Object.fromEntries(event.kept.map((name) => [name, text(name)])),
        contract: getAddress(log.address),
      },
    };
  }
}
