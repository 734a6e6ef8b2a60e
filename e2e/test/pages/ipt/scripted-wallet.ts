import type { Page } from 'playwright-core';

export interface WalletCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** A wallet whose keys the node of the chain holds: what it sends and signs is real. */
export class ScriptedWallet {
  /** The methods that it was asked for. */
  readonly asked: string[] = [];
  chainId = '0x1';
  readonly #once = new Map<string, () => unknown>();

  constructor(
    private readonly rpcUrl: string,
    private readonly account: string,
  ) {}

  /** The next call of the method gets this answer; without one, its usual answer after that. */
  answerOnce(method: string, answer: () => unknown): void {
    this.#once.set(method, answer);
  }

  /** Before the page is opened. */
  async announceAt(page: Page): Promise<void> {
    await page.exposeFunction('askWallet', (call: WalletCall) => this.#answer(call));
    await page.addInitScript(ANNOUNCE_WALLET);
  }

  async #answer({ method, params = [] }: WalletCall): Promise<unknown> {
    this.asked.push(method);
    if (method === 'eth_requestAccounts') return { result: [this.account] };
    if (method === 'eth_chainId') return { result: this.chainId };
    if (method === 'wallet_switchEthereumChain') {
      [{ chainId: this.chainId }] = params as [{ chainId: string }];
      return { result: null };
    }
    const once = this.#once.get(method);
    this.#once.delete(method);
    const special = await once?.();
    if (special !== undefined) return special;
    const response = await fetch(this.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return await response.json();
  }
}

/** Runs in the page before its own scripts: a wallet that announces itself (EIP-6963). */
const ANNOUNCE_WALLET = `{
  const provider = {
    request: async (call) => {
      const { result, error } = await window.askWallet(call);
      // Wallets reject with an object that is not an Error.
      if (error) throw error;
      return result;
    },
  };
  const info = { uuid: 'scripted', name: 'Scripted Wallet', rdns: 'org.example',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=' };
  const detail = Object.freeze({ info, provider });
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}`;
