import {
  computeAddress,
  concat,
  dataLength,
  getAddress,
  getBytes,
  hashMessage,
  hexlify,
  isHexString,
  Signature,
  toBeHex,
  TypedDataEncoder,
  ZeroHash,
  zeroPadValue,
} from 'ethers';
import { recover } from 'tiny-secp256k1';

/** How an owner of a Safe has signed; the four forms of `checkNSignatures` (Safe 1.3 and later). */
export type SafeSignatureKind = 'EIP712' | 'ETH_SIGN' | 'CONTRACT' | 'APPROVED_HASH';

/** What one owner has signed, without its place among the others. */
export interface OwnerSignature {
  /** EIP-55. */
  readonly owner: string;
  readonly kind: SafeSignatureKind;
  /** r, s and v as the Safe wants it; what the owner's contract takes; `0x` for a hash approved on the chain. */
  readonly signature: string;
}

/** What owners sign so that the Safe has signed 32 bytes (ERC-1271, `CompatibilityFallbackHandler`). */
export interface SafeMessage {
  readonly hash: string;
  /** What is hashed: contracts of older owners are asked about this. */
  readonly encoded: string;
  /** For `eth_signTypedData_v4`. */
  readonly typedData: object;
}

const TYPES = { SafeMessage: [{ name: 'message', type: 'bytes' }] };
const WORD = 32;
/** r, s and v. */
const STATIC_BYTES = 65;

/** @param digest 32 bytes, which the Safe is asked about */
export function safeMessage(safe: string, chainId: number, digest: string): SafeMessage {
  const domain = { chainId, verifyingContract: safe };
  const encoder = [domain, TYPES, { message: digest }] as const;
  return {
    hash: TypedDataEncoder.hash(...encoder),
    encoded: TypedDataEncoder.encode(...encoder),
    typedData: {
      types: {
        EIP712Domain: [
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        ...TYPES,
      },
      primaryType: 'SafeMessage',
      domain,
      message: { message: digest },
    },
  };
}

export interface GivenSignature {
  /** Needed for contracts and approved hashes: keys are recovered. */
  readonly owner: string | undefined;
  /** Absent: the owner has approved the hash on the chain. */
  readonly signature: string | undefined;
}

/**
 * Whose signature it is and of which kind, by its form alone; whether it holds is asked of the Safe.
 *
 * @returns `undefined` for what no owner can have signed
 */
export function ownerSignature(
  { owner, signature }: GivenSignature,
  { hash }: SafeMessage,
  owners: readonly string[],
): OwnerSignature | undefined {
  const isExpected = (one: string | undefined): one is string =>
    one !== undefined && owners.includes(one) && (owner ?? one) === one;
  const approver = signature === undefined ? owner : approverOf(signature);
  if (approver !== undefined) {
    const approved = { owner: approver, kind: 'APPROVED_HASH', signature: '0x' } as const;
    return isExpected(approver) ? approved : undefined;
  }
  if (signature === undefined) return undefined;
  const keyed = recovered(signature, hash).find((one) => isExpected(one.owner));
  if (keyed !== undefined) return keyed;
  return isExpected(owner) ? { owner, kind: 'CONTRACT', signature } : undefined;
}

/** Who has approved, in Safe's own form of it: the address, zero and 1. */
function approverOf(signature: string): string | undefined {
  if (!isHexString(signature, STATIC_BYTES)) return undefined;
  const [s, v] = [`0x${signature.slice(66, 130)}`, signature.slice(130)];
  const isApproval = v === '01' && s === ZeroHash && /^0x0{24}/.test(signature);
  return isApproval ? getAddress(`0x${signature.slice(26, 66)}`) : undefined;
}

/** Keys that may have signed: over the hash itself, and as `eth_sign` and `personal_sign` do, whose v Safe raises by 4. */
function recovered(signature: string, hash: string): readonly OwnerSignature[] {
  if (!isHexString(signature, STATIC_BYTES)) return [];
  const v = Number(`0x${signature.slice(130)}`);
  const isRaised = v === 31 || v === 32;
  const text = isRaised ? `${signature.slice(0, 130)}${(v - 4).toString(16)}` : signature;
  const signed = hashMessage(getBytes(hash));
  return [...(isRaised ? [] : keyOf(text, hash, 'EIP712')), ...keyOf(text, signed, 'ETH_SIGN')];
}

/** Nothing for what is no canonical signature (EIP-2). */
function keyOf(text: string, hash: string, kind: 'EIP712' | 'ETH_SIGN'): readonly OwnerSignature[] {
  try {
    const { r, s, v, yParity } = Signature.from(text);
    const key = recover(getBytes(hash), getBytes(concat([r, s])), yParity, false);
    if (key === null) return [];
    const signature = concat([r, s, toBeHex(kind === 'ETH_SIGN' ? v + 4 : v, 1)]);
    return [{ owner: computeAddress(hexlify(key)), kind, signature }];
  } catch {
    return [];
  }
}

/** Puts signatures together as `checkNSignatures` reads them: by owner, those of contracts behind all others. */
export function packSignatures(signatures: readonly OwnerSignature[]): string {
  const sorted = signatures.toSorted((one, other) =>
    BigInt(one.owner) < BigInt(other.owner) ? -1 : 1,
  );
  const heads: string[] = [];
  const tails: string[] = [];
  let end = STATIC_BYTES * sorted.length;
  for (const { owner, kind, signature } of sorted) {
    if (kind === 'EIP712' || kind === 'ETH_SIGN') {
      heads.push(signature);
      continue;
    }
    const isContract = kind === 'CONTRACT';
    const second = isContract ? toBeHex(end, WORD) : ZeroHash;
    heads.push(concat([zeroPadValue(owner, WORD), second, isContract ? '0x00' : '0x01']));
    if (!isContract) continue;
    const length = dataLength(signature);
    tails.push(toBeHex(length, WORD), signature);
    end += WORD + length;
  }
  return concat([...heads, ...tails]);
}
