import { ConfigError } from '@sextant/platform-runtime/config';
import type { Logger } from '@sextant/platform-runtime/logging';
import { getBytes, hexlify } from 'ethers';
import type { AuthorizationSigner } from './authorization-signer.js';

/** What signs 32 bytes by EIP-191: a key in memory (`Wallet`), or one of a key management service. */
export interface SigningWallet {
  /** EIP-55. */
  readonly address: string;
  signMessage(message: Uint8Array): Promise<string>;
}

/** The keys of the chains. Each signature is a line of the log, also one that is then not given out. */
export class KeySigner implements AuthorizationSigner {
  constructor(
    private readonly wallets: ReadonlyMap<number, SigningWallet>,
    private readonly logger: Logger,
  ) {
    const addresses = new Set([...wallets.values()].map(({ address }) => address));
    if (addresses.size < wallets.size) {
      throw new ConfigError([
        'SIGNER_…: each chain needs a signing key of its own: an authorization names no chain and would be good on both.',
      ]);
    }
  }

  address(chainId: number): string | undefined {
    return this.wallets.get(chainId)?.address;
  }

  async sign(chainId: number, hash: Uint8Array): Promise<string> {
    const wallet = this.wallets.get(chainId);
    if (wallet === undefined) throw new Error(`There is no key for chain ${chainId}.`);
    const fields = { chainId, signer: wallet.address, hash: hexlify(hash) };
    try {
      const signature = await wallet.signMessage(getBytes(hash));
      this.logger.info('authorization.signed', fields);
      return signature;
    } catch (error) {
      this.logger.error('authorization.not_signed', { ...fields, reason: String(error) });
      throw error;
    }
  }
}
