import type { Interface } from 'ethers';
import type { RpcError } from './rpc-error.js';

/** Nodes have no code for it, but agree on these words. */
const TOO_POOR = /insufficient (funds|balance)|out of (gas )?fund/i;

/** Strangers' contracts may have a lot to say. */
const MAX_TEXT = 500;

/** Why a node would not send a transaction: the contract's own error by its name, never the node's words. */
export function refusalOf({ message, revertData }: RpcError, contracts: Interface): string {
  const named = errorNamed(contracts, revertData);
  if (named !== undefined) {
    return `The contract refuses it: ${named.name}(${named.values.join(', ').slice(0, MAX_TEXT)}).`;
  }
  return TOO_POOR.test(message) && !/revert/i.test(message)
    ? 'The wallet does not hold what is sent and the fee for the gas.'
    : 'The contract refuses it without a reason.';
}

/** @returns `undefined` for no error of these contracts, and for one whose values are none: strangers revert with what they like */
export function errorNamed(
  contracts: Interface,
  revertData: string | undefined,
): { readonly name: string; readonly values: readonly string[] } | undefined {
  if (revertData === undefined) return undefined;
  try {
    const parsed = contracts.parseError(revertData);
    return parsed === null ? undefined : { name: parsed.name, values: parsed.args.map(String) };
  } catch {
    return undefined;
  }
}
