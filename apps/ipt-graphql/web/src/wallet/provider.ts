import type { Api } from '@sextant/web/api';

/** What a wallet puts into the page. @see EIP-1193 */
export interface Provider {
  request(call: {
    readonly method: string;
    readonly params?: readonly unknown[];
  }): Promise<unknown>;
  on?(event: 'accountsChanged', listener: (accounts: readonly string[]) => void): void;
  removeListener?(event: 'accountsChanged', listener: (accounts: readonly string[]) => void): void;
}

/** A wallet that people may choose. */
export interface Wallet {
  readonly id: string;
  readonly name: string;
  /** A data address, as EIP-6963 demands. */
  readonly icon?: string;
  readonly provider: Provider;
}

/** The wallet that was chosen, with its account. */
export interface Connection {
  readonly wallet: Wallet;
  readonly account: string;
}

/** The account of a development chain, which its node signs for. */
export const developmentProvider = (api: Api, chainId: number): Provider => ({
  async request({ method, params = [] }) {
    const { body } = await api<{ readonly result: unknown }>(`/ipt/wallet/${chainId}`, {
      method: 'POST',
      body: { method, params },
    });
    return body.result;
  },
});

export async function accountOf({ provider }: Wallet): Promise<string> {
  const accounts = (await asked(provider, 'eth_requestAccounts')) as readonly string[];
  const [account] = accounts;
  if (account === undefined) throw new Error('The wallet gave no account.');
  return account;
}

/** Signs a text as it is (EIP-191). */
export async function signText({ wallet, account }: Connection, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return String(await asked(wallet.provider, 'personal_sign', [`0x${hex}`, account]));
}

export interface Transaction {
  readonly to: string;
  readonly data: string;
  /** In wei, decimal. */
  readonly value: string;
  readonly chainId: number;
}

/** @returns the hash of the transaction, which is in no block yet */
export async function sendTransaction(
  { wallet, account }: Connection,
  { to, data, value, chainId }: Transaction,
): Promise<string> {
  await useChain(wallet.provider, chainId);
  const call = { from: account, to, data, value: `0x${BigInt(value).toString(16)}` };
  return String(await asked(wallet.provider, 'eth_sendTransaction', [call]));
}

/** The wallet has to be on the chain: it asks its owner, where it is on another one. */
export async function useChain(provider: Provider, chainId: number): Promise<void> {
  const isThere = async () => Number(await asked(provider, 'eth_chainId')) === chainId;
  if (await isThere()) return;
  const chain = { chainId: `0x${chainId.toString(16)}` };
  await asked(provider, 'wallet_switchEthereumChain', [chain]);
  if (!(await isThere())) throw new Error(`The wallet is not on chain ${chainId}.`);
}

export interface Receipt {
  readonly status: string;
  readonly logs: readonly { readonly address: string; readonly topics: readonly string[] }[];
}

/** The transaction is in a block and has changed nothing: it can be sent again. */
export class RefusedTransaction extends Error {}

const POLL_MS = 500;

/**
 * Waits until the transaction is in a block.
 *
 * @throws {RefusedTransaction} when the chain reverted it
 */
export async function receiptOf(
  { wallet: { provider } }: Connection,
  hash: string,
  signal: AbortSignal,
): Promise<Receipt> {
  for (;;) {
    const receipt = (await asked(provider, 'eth_getTransactionReceipt', [hash])) as Receipt | null;
    signal.throwIfAborted();
    if (receipt !== null) {
      if (Number(receipt.status) === 1) return receipt;
      throw new RefusedTransaction(`The chain refused the transaction ${hash}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
  }
}

/** Wallets throw objects that are no errors. */
export async function asked(
  provider: Provider,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  try {
    return await provider.request({ method, params });
  } catch (error) {
    if (error instanceof Error) throw error;
    const { message } = Object(error) as { readonly message?: unknown };
    throw new Error(typeof message === 'string' ? message : String(error), { cause: error });
  }
}
