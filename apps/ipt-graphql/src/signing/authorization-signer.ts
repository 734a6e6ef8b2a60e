import { getBytes, solidityPackedKeccak256 } from 'ethers';

/**
 * Signs authorizations with one key for each chain: the same key on two chains would make an authorization of one
 * good on the other, since it names no chain. Shaped so that a KMS fits: it signs digests and never shows its key.
 */
export abstract class AuthorizationSigner {
  /** EIP-55; `undefined` when there is no key for the chain. */
  abstract address(chainId: number): string | undefined;
  /** @returns r, s and v of 27 or 28, low s, over the EIP-191 hash of 32 bytes */
  abstract sign(chainId: number, hash: Uint8Array): Promise<string>;
}

export interface MintAuthorization {
  readonly minter: string;
  readonly to: string;
  readonly ipnftId: string;
  readonly tokenUri: string;
}

/** What the authorizer contract checks: keccak256(minter ++ to ++ reservationId ++ tokenURI). */
export const authorizationHash = ({ minter, to, ipnftId, tokenUri }: MintAuthorization) =>
  getBytes(
    solidityPackedKeccak256(
      ['address', 'address', 'uint256', 'string'],
      [minter, to, ipnftId, tokenUri],
    ),
  );
