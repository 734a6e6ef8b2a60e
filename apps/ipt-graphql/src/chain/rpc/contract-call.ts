import { toQuantity } from 'ethers';
import type { Rpc } from './rpc.js';
import { RpcError } from './rpc-error.js';

/** Wallets are code of strangers: none may keep a node busy for longer than a large multi-signature needs. */
export const WALLET_GAS = toQuantity(5_000_000);

/** @returns `undefined` when the call is reverted @throws {Problem} `CHAIN_UNAVAILABLE` */
export async function callContract(
  rpc: Rpc,
  call: Readonly<Record<string, string>>,
  block = 'latest',
): Promise<string | undefined> {
  try {
    return await rpc.send<string>('eth_call', [call, block]);
  } catch (error) {
    if (error instanceof RpcError && error.revertData !== undefined) return undefined;
    throw error;
  }
}
