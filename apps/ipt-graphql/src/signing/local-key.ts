import type { Signature, Wallet } from 'ethers';
import type { SigningWallet } from './keystore-signer.js';

/** What signs 32 bytes as they are, too: a transaction is one. */
export interface DigestWallet extends SigningWallet {
  /** @param digest 32 bytes in hexadecimal digits @returns a low s, and the v with which the address is recovered */
  signDigest(digest: string): Promise<Signature>;
}

/** A key in memory. */
export class LocalKey implements DigestWallet {
  constructor(private readonly wallet: Wallet) {}

  get address(): string {
    return this.wallet.address;
  }

  signMessage(message: Uint8Array): Promise<string> {
    return this.wallet.signMessage(message);
  }

  signDigest(digest: string): Promise<Signature> {
    return Promise.resolve(this.wallet.signingKey.sign(digest));
  }
}
