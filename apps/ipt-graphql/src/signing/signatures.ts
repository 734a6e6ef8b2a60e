import {
  AbiCoder,
  computeAddress,
  concat,
  dataSlice,
  getBytes,
  hashMessage,
  hexlify,
  isHexString,
  Signature,
} from 'ethers';
import { recover as recoverPublicKey } from 'tiny-secp256k1';
import type { Chain, Counterfactual } from '../chain/chain.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { hashOfTrezor } from './trezor-prefix.js';

const MAX_SIGNATURE_BYTES = 4096;
/** ERC-6492: the last 32 bytes of a wrapped signature. */
const WRAPPED = '6492'.repeat(16);

type WalletChain = Pick<Chain, 'isValidSignature' | 'isValidOnceDeployed'>;

/**
 * Whether a wallet has signed a message (EIP-191). A wrapped signature is told by its end (ERC-6492). Else ECDSA comes
 * first, since accounts may have both a key and code (EIP-7702); then a contract is asked (ERC-1271).
 *
 * @returns the signature as contracts take it: r, s and v of 27 or 28 for keys, that of a contract without a wrapper
 * @throws {Problem} `INVALID_TERMS_SIGNATURE`
 */
export async function verifySignature(
  chain: WalletChain,
  { signer, role, message, signature }: SignedMessage,
): Promise<string> {
  if (!isHexString(signature) || signature.length > 2 + 2 * MAX_SIGNATURE_BYTES) {
    throw malformed(role);
  }
  const digest = hashMessage(message);
  if (signature.toLowerCase().endsWith(WRAPPED)) {
    const wrapped = unwrap(signature);
    if (wrapped === undefined || !(await isValidWrapped(chain, signer, digest, wrapped))) {
      throw mismatch(role);
    }
    return wrapped.signature;
  }
  const ecdsa = recover(digest, signature);
  if (ecdsa?.signer === signer) return ecdsa.signature;
  if (await chain.isValidSignature(signer, digest, signature)) return signature;
  return signedByTrezor({ signer, role, message, signature });
}

async function isValidWrapped(
  chain: WalletChain,
  ...[signer, digest, wrapped]: Parameters<WalletChain['isValidOnceDeployed']>
): Promise<boolean> {
  return (
    (await chain.isValidSignature(signer, digest, wrapped.signature)) ||
    (await chain.isValidOnceDeployed(signer, digest, wrapped))
  );
}

/** The minter's signature stays with this service; the owner's is for a contract, which knows EIP-191 only. */
function signedByTrezor({ signer, role, message, signature }: SignedMessage): string {
  const trezor = recover(hashOfTrezor(message), signature);
  if (trezor?.signer !== signer) throw mismatch(role);
  if (role !== 'owner') return trezor.signature;
  throw IPT_ERRORS.invalidTermsSignature({
    message:
      'The Trezor signed with the prefix of an old firmware, which the contract does not take: renew the firmware and sign again.',
  });
}

export interface SignedMessage {
  /** EIP-55 address. */
  readonly signer: string;
  /** Whose wallet it is, for the message of a refusal. */
  readonly role: 'minter' | 'owner' | 'person';
  readonly message: string;
  readonly signature: string;
}

const malformed = (role: SignedMessage['role']): Error =>
  (role === 'person' ? IPT_ERRORS.invalidWalletSignature : IPT_ERRORS.invalidTermsSignature)({
    message: 'The signature must be hexadecimal, with 0x before it.',
  });

const mismatch = (role: SignedMessage['role']): Error =>
  role === 'person'
    ? IPT_ERRORS.invalidWalletSignature()
    : IPT_ERRORS.invalidTermsSignature({
        message: `The signature does not match: sign the exact message with the wallet of the ${role}.`,
      });

/** Whether a key made it, so that it holds on every chain; contracts are each on one. */
export const isSignedByKey = ({ signer, message, signature }: Omit<SignedMessage, 'role'>) =>
  [hashMessage(message), hashOfTrezor(message)].some(
    (digest) => recover(digest, signature)?.signer === signer,
  );

/** `undefined` when what is before the end is not what ERC-6492 says. */
function unwrap(signature: string): Counterfactual | undefined {
  try {
    const [factory, factoryCall, inner] = AbiCoder.defaultAbiCoder().decode(
      ['address', 'bytes', 'bytes'],
      dataSlice(signature, 0, -32),
    ) as unknown as [string, string, string];
    return { factory, factoryCall, signature: inner };
  } catch {
    return undefined;
  }
}

/** `undefined` for what is no canonical signature of a key: a wrong length, a high s (EIP-2). */
function recover(digest: string, text: string): { signer: string; signature: string } | undefined {
  try {
    const signature = Signature.from(text);
    const { r, s, yParity, serialized } = signature;
    // ethers' own recovery is in JavaScript and takes six times as long, which was most of a sign-off.
    const key = recoverPublicKey(getBytes(digest), getBytes(concat([r, s])), yParity, false);
    return key === null
      ? undefined
      : { signer: computeAddress(hexlify(key)), signature: serialized };
  } catch {
    return undefined;
  }
}
