import type { Interface } from 'ethers';
import type { RpcError } from './rpc-error.js';

/** Nodes have no code for it, but agree on these words. */
const TOO_POOR = /insufficient (funds|balance)|out of (gas )?fund/i;

/** Why a node would not send a transaction: the contract's own error by its name, never the node's words. */
export function refusalOf({ message, revertData }: RpcError, contracts: Interface): string {
  const named = revertData === undefined ? null : contracts.parseError(revertData);
  if (named !== null) {
    const values = named.args.map(String).join(', ');
    return `The contract refuses it: ${named.name}(${values}).`;
  }
  return TOO_POOR.test(message)
    ? 'The wallet does not hold what is sent and the fee for the gas.'
    : 'The contract refuses it without a reason.';
}
