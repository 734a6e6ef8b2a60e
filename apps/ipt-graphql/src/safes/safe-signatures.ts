import { Injectable } from '@nestjs/common';
import { hashMessage } from 'ethers';
import type { Chain } from '../chain/chain.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { packSignatures, safeMessage, type OwnerSignature } from './safe-message.js';
import { verifySignature, type SignedMessage } from '../signing/signatures.js';

/** A text that a Safe of a tenant is to sign. */
export interface SafeTextKey {
  readonly tenant: string;
  readonly chainId: number;
  /** EIP-55. */
  readonly safe: string;
  /** EIP-191 hash of the text. */
  readonly digest: string;
}

export interface StoredSignature extends OwnerSignature {
  readonly signedAt: Date;
}

/** Keeps what single owners have signed. */
export abstract class SafeSignatureStore {
  /** At most one of each owner. */
  abstract of(text: SafeTextKey): Promise<readonly StoredSignature[]>;
  /** Stores it in the place of what the owner signed before, and forgets those who are no owners any more. */
  abstract put(
    text: SafeTextKey,
    signature: OwnerSignature,
    owners: readonly string[],
  ): Promise<void>;
}

/** What a Safe says of itself now. */
export interface SafeState {
  readonly owners: readonly string[];
  readonly threshold: number;
}

/** A Safe's signature of a text, as far as it has come. */
export interface SafeProgress extends SafeState {
  /** Of present owners, and valid still. */
  readonly signed: readonly StoredSignature[];
  /** How many owners have to sign yet. */
  readonly missing: number;
  /** Of all together, once enough have signed. */
  readonly signature: string | undefined;
}

export interface SafeText {
  readonly tenant: string;
  readonly chain: Chain;
  readonly safe: string;
  readonly message: string;
}

/** More owners are not looked at: each may cost a call of the chain. */
const MAX_OWNERS = 100;

export const textKey = ({ tenant, chain, safe, message }: SafeText): SafeTextKey => ({
  tenant,
  chainId: chain.chainId,
  safe,
  digest: hashMessage(message),
});

/**
 * Owners and threshold, read now.
 *
 * @throws {Problem} `INVALID_INPUT` for what is no Safe, or hashes messages in another way than Safe 1.3 and later do
 */
export async function readSafe(
  { chain, safe }: Pick<SafeText, 'chain' | 'safe'>,
  digest: string,
): Promise<SafeState> {
  const state = await chain.safes.read(safe, digest);
  if (state?.messageHash !== safeMessage(safe, chain.chainId, digest).hash) {
    throw IPT_ERRORS.invalidInput({
      message: `There is no Safe of version 1.3.0 or later at ${safe} on chain ${chain.chainId}.`,
    });
  }
  const { owners, threshold } = state;
  if (owners.length > MAX_OWNERS || threshold < 1 || threshold > owners.length) {
    throw IPT_ERRORS.invalidInput({
      message: `A Safe must have at most ${MAX_OWNERS} owners, of whom one to all have to sign.`,
    });
  }
  return { owners, threshold };
}

/** Whether the Safe itself takes the signature of this owner for 32 bytes. */
export function isTaken(
  chain: Chain,
  safe: string,
  digest: string,
  signature: OwnerSignature,
): Promise<boolean> {
  const { hash, encoded } = safeMessage(safe, chain.chainId, digest);
  return chain.safes.accepts(safe, { hash, encoded, signatures: packSignatures([signature]) });
}

/** The signatures of wallets under terms: given whole, or by the owners of a Safe one after the other. */
@Injectable()
export class TermsSignatures {
  constructor(private readonly store: SafeSignatureStore) {}

  /**
   * The signature that is given; without one, what owners of a Safe have signed, put together with its owners and its threshold
   * read now.
   *
   * @returns the signature as contracts take it
   * @throws {Problem} `INVALID_TERMS_SIGNATURE`; `INVALID_INPUT` without any signature
   */
  async verified(
    { chain, ...text }: Pick<SafeText, 'chain' | 'tenant'>,
    {
      signature: given,
      ...of
    }: Omit<SignedMessage, 'signature'> & { signature?: string | undefined },
  ): Promise<string> {
    if (given !== undefined) return verifySignature(chain, { ...of, signature: given });
    const whole = { ...text, chain, safe: of.signer, message: of.message };
    const key = textKey(whole);
    const stored = await this.store.of(key);
    if (stored.length === 0) {
      throw IPT_ERRORS.invalidInput({ message: 'termsSignature is missing.' });
    }
    const { signature, threshold, signed } = await this.#progress(whole, stored);
    if (signature === undefined) {
      throw IPT_ERRORS.invalidTermsSignature({
        message: `${signed.length} of the ${threshold} owners whom the Safe needs have signed.`,
      });
    }
    if (await chain.isValidSignature(of.signer, key.digest, signature)) return signature;
    throw IPT_ERRORS.invalidTermsSignature({
      message:
        'The Safe does not take the signatures of its owners: its fallback handler may be another.',
    });
  }

  /** @throws {Problem} `INVALID_INPUT` for what is no Safe */
  async progress(text: SafeText): Promise<SafeProgress> {
    return await this.#progress(text, await this.store.of(textKey(text)));
  }

  async #progress(text: SafeText, stored: readonly StoredSignature[]): Promise<SafeProgress> {
    const { digest } = textKey(text);
    const state = await readSafe(text, digest);
    const current = stored.filter(({ owner }) => state.owners.includes(owner));
    const holds = await Promise.all(
      current.map(async (each) =>
        // A key's signature stays what it is; what a contract says may change.
        each.kind === 'CONTRACT' ? isTaken(text.chain, text.safe, digest, each) : true,
      ),
    );
    const signed = current.filter((_each, place) => holds[place]);
    const missing = Math.max(0, state.threshold - signed.length);
    const signature = missing > 0 ? undefined : packSignatures(signed.slice(0, state.threshold));
    return { ...state, signed, missing, signature };
  }
}
