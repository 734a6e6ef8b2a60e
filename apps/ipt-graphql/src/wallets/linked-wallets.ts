/** A wallet whose key, or whose contract, a person has signed with. */
export interface LinkedWallet {
  /** EIP-55. */
  readonly address: string;
  /** The chain that the message named. */
  readonly chainId: number;
  /** The signature was a contract's, which says nothing of other chains. */
  readonly isContract: boolean;
  readonly linkedAt: Date;
}

export interface WalletNonce {
  /** The claim `sub` of the person's tokens. */
  readonly subject: string;
  readonly nonce: string;
  readonly expiresAt: Date;
}

/** Which nonce a link uses up. */
export type UsedNonce = Pick<WalletNonce, 'subject' | 'nonce'>;

export type LinkOutcome = 'LINKED' | 'NONCE_USED' | 'TOO_MANY';

/** Keeps nonces and linked wallets; what has returned survives a crash. */
export abstract class WalletLinks {
  /** Forgets those that have expired, and all but the newest of the person's. */
  abstract addNonce(nonce: WalletNonce): Promise<void>;
  abstract isOpen(nonce: UsedNonce): Promise<boolean>;
  /** Uses up the nonce and links the wallet, both or neither. */
  abstract link(
    nonce: UsedNonce,
    wallet: Omit<LinkedWallet, 'linkedAt'>,
    most: number,
  ): Promise<LinkOutcome>;
  /** The oldest first. */
  abstract of(subject: string): Promise<readonly LinkedWallet[]>;
  /** On all chains. @returns what was linked */
  abstract unlink(subject: string, address: string): Promise<readonly LinkedWallet[]>;
}
