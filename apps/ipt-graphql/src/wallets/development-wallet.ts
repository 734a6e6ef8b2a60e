import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { parseAddress } from '../fields/fields.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { requiredChain } from '../requests/requests.js';
import { Chains } from '../chain/chain.js';

/** An account that a chain's own node signs for, without a question: for development. */
export interface NodeAccount {
  /** EIP-55. */
  readonly address: string;
  /** @throws {Problem} `INVALID_INPUT` for what the node refuses, `CHAIN_UNAVAILABLE` */
  send(method: string, params: readonly unknown[]): Promise<unknown>;
}

export interface WalletRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a page asks an account of: signing and sending, and how a transaction ended. */
export const WALLET_METHODS = [
  'eth_accounts',
  'eth_call',
  'eth_chainId',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_requestAccounts',
  'eth_sendTransaction',
  'personal_sign',
] as const;

const READS: readonly string[] = [
  'eth_call',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
];

/** The accounts of chains whose settings name one. */
export abstract class NodeAccounts {
  abstract get(chainId: number): NodeAccount | undefined;
}

/** A wallet for people without one, on chains whose settings name an account: EIP-1193 over HTTP. */
@Injectable()
export class DevelopmentWallets {
  constructor(
    private readonly chains: Chains,
    private readonly accounts: NodeAccounts,
  ) {}

  /** @throws {Problem} `FORBIDDEN`, `NOT_FOUND` where there is no such account, `INVALID_INPUT`, `CHAIN_UNAVAILABLE` */
  async request(caller: Caller, chainId: number, { method, params }: WalletRequest) {
    caller.require('mint');
    const chain = requiredChain(this.chains, caller, chainId);
    const account = this.accounts.get(chainId);
    if (account === undefined) throw IPT_ERRORS.notFound();
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`;
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [account.address];
    if (READS.includes(method)) return await account.send(method, params);
    if (method === 'personal_sign') {
      const [message] = params;
      // Nodes know it as eth_sign, which puts the prefix of EIP-191 before the message, too.
      return await account.send('eth_sign', [account.address, message]);
    }
    return await account.send('eth_sendTransaction', [
      transactionOf(params[0], account, [chain.ipnft, chain.tokenizer]),
    ]);
  }
}

/** Nothing but calls of the two contracts. */
function transactionOf(given: unknown, { address }: NodeAccount, targets: readonly string[]) {
  const { from, to, data, value } = Object(given) as Readonly<Record<string, unknown>>;
  const target = parseAddress(String(to));
  if (parseAddress(String(from)) !== address || target === undefined || !targets.includes(target)) {
    throw IPT_ERRORS.invalidInput({
      message: 'The development account calls the IPNFT and Tokenizer contracts for itself only.',
    });
  }
  return { from: address, to: target, data, value };
}
