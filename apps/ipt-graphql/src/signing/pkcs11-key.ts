import { createPublicKey } from 'node:crypto';
import { parsePlainSignature, type ManagedKey, type RawSignature } from './kms-key.js';
import {
  CKA_EC_PARAMS,
  CKA_EC_POINT,
  CKO_PRIVATE_KEY,
  CKO_PUBLIC_KEY,
  Pkcs11Error,
  Pkcs11Module,
} from './pkcs11-module.js';
import type { Pkcs11Place } from './pkcs11-uri.js';

/** What a token answers that was restarted or taken out and put in again: a new session may do. */
const LOST: readonly number[] = [
  0x30, // CKR_DEVICE_ERROR
  0x32, // CKR_DEVICE_REMOVED
  0x82, // CKR_OBJECT_HANDLE_INVALID
  0xb0, // CKR_SESSION_CLOSED
  0xb3, // CKR_SESSION_HANDLE_INVALID
  0xe0, // CKR_TOKEN_NOT_PRESENT
  0x101, // CKR_USER_NOT_LOGGED_IN
];

const TIMEOUT_MS = 10_000;

/** secp256k1, as DER has its name (SEC 2, section A.2.1), and the beginning of an uncompressed point as octets. */
const CURVE = Buffer.from('06052b8104000a', 'hex');
const POINT = Buffer.from('044104', 'hex');

/** A key pair of a PKCS #11 token, both halves with the same label. A session does one thing at a time. */
export class Pkcs11Key implements ManagedKey {
  readonly #module: Pkcs11Module;
  #session: { readonly id: bigint; readonly key: bigint } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly place: Pkcs11Place,
    private readonly pin: string,
  ) {
    this.#module = new Pkcs11Module(place.modulePath);
  }

  publicKey(): Promise<Uint8Array> {
    return Promise.resolve().then(() => {
      const { id } = this.open();
      const object = this.#module.object(id, CKO_PUBLIC_KEY, this.place.object);
      if (!startsWith(this.#module.attribute(id, object, CKA_EC_PARAMS), CURVE)) {
        throw new Error('The key is on another curve, not secp256k1');
      }
      const point = this.#module.attribute(id, object, CKA_EC_POINT);
      if (!startsWith(point, POINT)) throw new Error('The token shows no uncompressed point');
      const x = point.toString('base64url', POINT.length, POINT.length + 32);
      const y = point.toString('base64url', POINT.length + 32, POINT.length + 64);
      const jwk = { kty: 'EC', crv: 'secp256k1', x, y };
      return createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
    });
  }

  async signDigest(digest: Uint8Array): Promise<RawSignature> {
    const turn = this.#last.then(() => this.signed(digest));
    this.#last = turn.catch(() => undefined); // who asked hears of it
    return parsePlainSignature(await inTime(turn));
  }

  private async signed(digest: Uint8Array): Promise<Buffer> {
    const { id, key } = this.open();
    try {
      return await this.#module.sign(id, key, digest);
    } catch (error) {
      if (!(error instanceof Pkcs11Error) || !LOST.includes(error.code)) throw error;
      this.#module.close(id);
      this.#session = undefined;
      const again = this.open();
      return await this.#module.sign(again.id, again.key, digest);
    }
  }

  private open() {
    if (this.#session !== undefined) return this.#session;
    const id = this.#module.open(this.place.token, this.pin);
    const key = this.#module.object(id, CKO_PRIVATE_KEY, this.place.object);
    this.#session = { id, key };
    return this.#session;
  }
}

const startsWith = (bytes: Buffer, beginning: Buffer): boolean =>
  bytes.subarray(0, beginning.length).equals(beginning);

async function inTime<T>(work: Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('The token did not sign in time'));
    });
  });
  return await Promise.race([work, late]);
}
