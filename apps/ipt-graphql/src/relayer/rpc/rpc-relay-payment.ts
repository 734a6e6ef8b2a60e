import { toQuantity } from 'ethers';
import type { RelayReceipt } from '../relayer.js';
import { relayReceipt, type RpcReceipt } from './rpc-relay-receipt.js';
import type { Rpc } from '../../chain/rpc/rpc.js';
import { isRefusal } from '../../chain/rpc/rpc-error.js';

interface Sent {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
}

/**
 * What a Safe says that it has paid, as far as the account has got it: what strangers' contracts say of themselves proves nothing.
 * Of several transactions of the account in one block, what is missing is missing of each: nobody knows whose it was.
 *
 * Where the node has forgotten the block's state the Safe is believed.
 */
export async function paymentOf(
  rpc: Rpc,
  account: string,
  { blockNumber, paidWei, costWei }: RelayReceipt,
): Promise<bigint> {
  const around = [blockNumber - 1, blockNumber].map(toQuantity);
  try {
    const ask = (method: string) =>
      Promise.all(around.map(async (at) => BigInt(await rpc.send<string>(method, [account, at]))));
    const [balances, counts] = await Promise.all([
      ask('eth_getBalance'),
      ask('eth_getTransactionCount'),
    ]);
    const gained = grown(balances);
    const missing =
      grown(counts) === 1n
        ? paidWei - costWei - gained
        : (await saidOf(rpc, account, blockNumber)) - gained;
    if (missing <= 0n) return paidWei;
    return missing < paidWei ? paidWei - missing : 0n;
  } catch (error) {
    if (isRefusal(error)) return paidWei;
    throw error;
  }
}

const grown = ([before = 0n, after = 0n]: readonly bigint[]): bigint => after - before;

/** By how much the account would have grown in the block, if all had paid what they say. */
async function saidOf(rpc: Rpc, account: string, blockNumber: number): Promise<bigint> {
  const block = [toQuantity(blockNumber), true];
  const { transactions } = await rpc.send<{ transactions: Sent[] }>('eth_getBlockByNumber', block);
  const own = transactions.filter(({ from }) => isSame(from, account));
  const said = own.map(async ({ hash, to, value }) => {
    const receipt = await rpc.send<RpcReceipt>('eth_getTransactionReceipt', [hash]);
    const { paidWei, costWei } = relayReceipt(receipt, to ?? '');
    return paidWei - costWei - (isSame(to ?? '', account) ? 0n : BigInt(value));
  });
  return (await Promise.all(said)).reduce((sum, each) => sum + each, 0n);
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
