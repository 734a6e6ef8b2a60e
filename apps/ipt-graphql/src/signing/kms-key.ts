import { createPublicKey } from 'node:crypto';
import { computeAddress, getBytes, hashMessage, recoverAddress, Signature, toBeHex } from 'ethers';

/** A key that a key management service holds: it signs digests and never shows the key. */
export interface ManagedKey {
  /** SubjectPublicKeyInfo, DER. */
  publicKey(): Promise<Uint8Array>;
  /** ECDSA over these 32 bytes as they are: r and s, of any s. */
  signDigest(digest: Uint8Array): Promise<RawSignature>;
}

export interface RawSignature {
  readonly r: bigint;
  readonly s: bigint;
}

/** The order of secp256k1 (SEC 2, section 2.4.1). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** What is signed at the start: no authorization, for those are hashes of 32 bytes (EIP-191 signs the length too). */
const TRIAL = Buffer.from('ipt-graphql tries this key at its start. It authorizes nothing.');

/** Signs as a wallet does, with a managed key on secp256k1. */
export class KmsKey {
  private constructor(
    private readonly key: ManagedKey,
    readonly address: string,
  ) {}

  /**
   * Signs a text once, so that a key that may not sign, or another one than it shows, is found now.
   *
   * @throws {Error} for that, and for a key on another curve
   */
  static async open(key: ManagedKey): Promise<KmsKey> {
    const opened = new KmsKey(key, addressOf(await key.publicKey()));
    await opened.signMessage(TRIAL);
    return opened;
  }

  /** Signs by EIP-191. */
  async signMessage(message: Uint8Array): Promise<string> {
    return (await this.signDigest(hashMessage(message))).serialized;
  }

  /**
   * Services give any s and no v: the low s is taken (EIP-2), and the v with which the address is recovered, so that a
   * signature of another key is never given out.
   */
  async signDigest(digest: string): Promise<Signature> {
    const { r, s } = await this.key.signDigest(getBytes(digest));
    const low = s > ORDER / 2n ? ORDER - s : s;
    for (const v of [27, 28]) {
      const signature = Signature.from({ r: toBeHex(r, 32), s: toBeHex(low, 32), v });
      if (recovers(digest, signature, this.address)) return signature;
    }
    throw new Error('The key management service signed with another key.');
  }
}

function recovers(digest: string, signature: Signature, address: string): boolean {
  try {
    return recoverAddress(digest, signature) === address;
  } catch {
    return false; // no point of the curve has this r
  }
}

function addressOf(spki: Uint8Array): string {
  const jwk = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }).export({
    format: 'jwk',
  });
  const { crv, x = '', y = '' } = jwk;
  if (crv !== 'secp256k1') throw new Error(`The key is on ${crv ?? 'no curve'}, not secp256k1.`);
  const point = Buffer.concat([
    Buffer.of(4),
    ...[x, y].map((part) => Buffer.from(part, 'base64url')),
  ]);
  return computeAddress(`0x${point.toString('hex')}`);
}

/**
 * Reads r and s, 32 bytes each.
 *
 * @throws {Error} for anything else
 */
export function parsePlainSignature(bytes: Uint8Array): RawSignature {
  if (bytes.length !== 64) throw noSignature();
  const hex = Buffer.from(bytes).toString('hex');
  return { r: BigInt(`0x${hex.slice(0, 64)}`), s: BigInt(`0x${hex.slice(64)}`) };
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * Reads `Ecdsa-Sig-Value` (RFC 3279, section 2.2.3): two integers in a sequence, each with a short length.
 *
 * @throws {Error} for anything else
 */
export function parseDerSignature(der: Uint8Array): RawSignature {
  const bytes = Buffer.from(der);
  if (bytes[0] !== SEQUENCE || bytes[1] !== bytes.length - 2) throw noSignature();
  const r = integerAt(bytes, 2);
  const s = integerAt(bytes, r.end);
  if (s.end !== bytes.length) throw noSignature();
  return { r: r.value, s: s.value };
}

function integerAt(bytes: Buffer, start: number): { value: bigint; end: number } {
  const length = bytes[start + 1] ?? 0;
  const end = start + 2 + length;
  if (bytes[start] !== INTEGER || length === 0 || length > 33 || end > bytes.length) {
    throw noSignature();
  }
  return { value: BigInt(`0x${bytes.toString('hex', start + 2, end)}`), end };
}

const noSignature = () => new Error('The key management service answered no ECDSA signature.');
