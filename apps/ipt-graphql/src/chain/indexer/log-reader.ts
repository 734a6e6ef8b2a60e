import { toQuantity, type Interface } from 'ethers';
import { EventDecoder, type DecodedLogs, type RpcLog } from '../contracts/event-decoder.js';
import type { Rpc } from '../rpc/rpc.js';
import { isRefusal } from '../rpc/rpc-error.js';

export interface Block {
  readonly number: number;
  readonly hash: string;
}

/** Reads blocks and the contracts' events from a node. */
export class LogReader {
  readonly #decoder: EventDecoder;

  constructor(
    private readonly rpc: Rpc,
    contracts: Interface,
    private readonly addresses: readonly string[],
  ) {
    this.#decoder = new EventDecoder(contracts);
  }

  /** @param tag a number, or `latest`, `safe`, `finalized`; `undefined` when the chain has none such */
  async block(tag: number | 'latest' | 'safe' | 'finalized'): Promise<Block | undefined> {
    const which = typeof tag === 'number' ? toQuantity(tag) : tag;
    try {
      const block = await this.rpc.send<{ number: string; hash: string } | null>(
        'eth_getBlockByNumber',
        [which, false],
        { isAbsent: tag !== 'latest' },
      );
      return block === null ? undefined : { number: Number(block.number), hash: block.hash };
    } catch (error) {
      // A node that does not know the tag. A refusal of a number tells nothing of the chain.
      if ((tag === 'safe' || tag === 'finalized') && isRefusal(error)) return undefined;
      throw error;
    }
  }

  /** @throws {Problem} `CHAIN_UNAVAILABLE`, of a refusal when the range is too large for the nodes (`isRefusal`) */
  async events(from: number, to: number, isSecondLook = false): Promise<DecodedLogs> {
    const logs = await this.rpc.send<readonly RpcLog[]>(
      'eth_getLogs',
      [
        {
          address: this.addresses,
          topics: [this.#decoder.topics],
          fromBlock: toQuantity(from),
          toBlock: toQuantity(to),
        },
      ],
      { isSecondLook },
    );
    return this.#decoder.decode(logs);
  }
}
