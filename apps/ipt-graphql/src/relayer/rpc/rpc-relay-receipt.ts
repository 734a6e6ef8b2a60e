import { Interface } from 'ethers';
import type { RelayReceipt } from '../relayer.js';

/** What is read of `eth_getTransactionReceipt`. */
export interface RpcReceipt {
  readonly blockNumber: string;
  readonly status: string;
  readonly gasUsed: string;
  readonly effectiveGasPrice: string;
  readonly logs: readonly {
    readonly address: string;
    readonly topics: readonly string[];
    readonly data: string;
  }[];
}

/** Of Safe 1.4.1 and later, and of Safe 1.3.0, whose hash is not indexed. */
const EVENTS = [true, false].map(
  (isIndexed) =>
    new Interface(
      ['ExecutionSuccess', 'ExecutionFailure'].map(
        (name) => `event ${name}(bytes32${isIndexed ? ' indexed' : ''} txHash, uint256 payment)`,
      ),
    ),
);

/** What a receipt says of the Safe's transaction within; one that does nothing is `DONE`, too. */
export function relayReceipt(receipt: RpcReceipt, safe: string): RelayReceipt {
  const own = receipt.logs.filter(({ address }) => address.toLowerCase() === safe.toLowerCase());
  const [event] = own.flatMap((log) => {
    const parsed = parsedLog(log);
    return parsed === null ? [] : [parsed];
  });
  const ended = event?.name === 'ExecutionFailure' ? 'CALL_FAILED' : 'DONE';
  return {
    blockNumber: Number(receipt.blockNumber),
    outcome: Number(receipt.status) === 1 ? ended : 'REVERTED',
    costWei: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
    paidWei: event === undefined ? 0n : (event.args.getValue('payment') as bigint),
  };
}

function parsedLog({ topics, data }: RpcReceipt['logs'][number]) {
  const events = EVENTS[topics.length === 2 ? 0 : 1];
  try {
    return events?.parseLog({ topics: [...topics], data }) ?? null;
  } catch {
    return null; // of something else with the same name
  }
}
