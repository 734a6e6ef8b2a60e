import { getBytes, Wallet } from 'ethers';
import type { AuthorizationSigner } from '../../domain/authorization-signer.js';

/** Keys in memory, from encrypted keystore files (Web3 Secret Storage) or, for development, from settings. */
export class KeySigner implements AuthorizationSigner {
  constructor(
    private readonly wallets: ReadonlyMap<number, Pick<Wallet, 'address' | 'signMessage'>>,
  ) {
    const addresses = new Set([...wallets.values()].map(({ address }) => address));
    if (addresses.size < wallets.size) {
      throw new Error(
        'Each chain needs a signing key of its own: an authorization names no chain and would be good on both.',
      );
    }
  }

  address(chainId: number): string | undefined {
    return this.wallets.get(chainId)?.address;
  }

  async sign(chainId: number, hash: Uint8Array): Promise<string> {
    const wallet = this.wallets.get(chainId);
    if (wallet === undefined) throw new Error(`There is no key for chain ${chainId}.`);
    return await wallet.signMessage(getBytes(hash));
  }
}
