import { dataSlice, getAddress, id, toQuantity, ZeroHash } from 'ethers';
import type { RpcLog } from '../contracts/event-decoder.js';
import type { Rpc } from '../rpc/rpc.js';

/** A transfer of ERC-20 tokens; from the address zero when they were made. */
export interface TokenTransfer {
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly token: string;
  readonly from: string;
  readonly to: string;
  readonly amountWei: string;
}

export interface ReadTransfers {
  readonly transfers: readonly TokenTransfer[];
  /** Logs that have the name of the event, and not its shape. */
  readonly refused: readonly RpcLog[];
}

/** Blocks, both included. */
export interface TransferRange {
  readonly from: number;
  readonly to: number;
  readonly isSecondLook?: boolean;
}

/** ERC-20, "Transfer": ERC-721 has the same signature, with one more topic. */
const TOPIC = id('Transfer(address,address,uint256)');

/** Endpoints take so many addresses in one call. */
const MAX_ADDRESSES = 100;

/** Reads who transferred the tokens of IP-NFTs. */
export class TransferReader {
  constructor(private readonly rpc: Rpc) {}

  /** @throws {Problem} `CHAIN_UNAVAILABLE`, of a refusal when the range is too large for the nodes (`isRefusal`) */
  async transfers(
    tokens: readonly string[],
    { from, to, isSecondLook = false }: TransferRange,
  ): Promise<ReadTransfers> {
    const transfers: TokenTransfer[] = [];
    const refused: RpcLog[] = [];
    for (let start = 0; start < tokens.length; start += MAX_ADDRESSES) {
      const address = tokens.slice(start, start + MAX_ADDRESSES);
      const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) };
      const logs = await this.rpc.send<readonly RpcLog[]>(
        'eth_getLogs',
        [{ address, topics: [TOPIC], ...range }],
        { isSecondLook },
      );
      for (const log of logs) {
        const transfer = transferOf(log);
        if (transfer === undefined) refused.push(log);
        else transfers.push(transfer);
      }
    }
    return { transfers, refused };
  }
}

function transferOf(log: RpcLog): TokenTransfer | undefined {
  const [topic, from, to, more] = log.topics;
  const isTransfer = topic === TOPIC && more === undefined && log.data.length === 66;
  if (!isTransfer || !isAddress(from) || !isAddress(to)) return undefined;
  return {
    blockNumber: Number(log.blockNumber),
    logIndex: Number(log.logIndex),
    token: getAddress(log.address),
    from: addressOf(from),
    to: addressOf(to),
    amountWei: String(BigInt(log.data)),
  };
}

/** Of an address the first twelve bytes are zero (Solidity, "Contract ABI Specification"): a stranger's token may log any. */
const isAddress = (topic: string | undefined): topic is string =>
  topic?.startsWith(ZeroHash.slice(0, 26)) === true;

const addressOf = (topic: string): string => getAddress(dataSlice(topic, 12));
