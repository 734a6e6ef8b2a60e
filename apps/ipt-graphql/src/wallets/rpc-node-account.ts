import type { NodeAccount } from './development-wallet.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import type { Rpc } from '../chain/rpc/rpc.js';
import { RpcError } from '../chain/rpc/rpc-error.js';

/** Answers that may be nothing: a transaction that is in no block yet. */
const MAY_BE_ABSENT: readonly string[] = ['eth_getTransactionByHash', 'eth_getTransactionReceipt'];

/** An account that the node holds unlocked, as development nodes do. */
export class RpcAccount implements NodeAccount {
  constructor(
    readonly address: string,
    private readonly rpc: Rpc,
  ) {}

  async send(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      return await this.rpc.send<unknown>(method, params, {
        isAbsent: MAY_BE_ABSENT.includes(method),
      });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      throw IPT_ERRORS.invalidInput({
        message: `The node refuses this: ${error.message.slice(0, 300)}`,
        cause: error,
      });
    }
  }
}
