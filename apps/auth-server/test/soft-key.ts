import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What a key says of itself and of where it is used; tests tell lies with it. */
export interface Circumstances {
  readonly origin: string;
  readonly challenge: string;
  /** Whether its owner has shown a finger or a PIN. */
  readonly isVerified?: boolean;
  readonly counter?: number;
}

/** CBOR (RFC 8949) of what a key sends: small numbers, text, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([name, member]) => [cbor(name), cbor(member as never)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff]);
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** A security key in software (WebAuthn level 3), for what no browser would let it do. */
export class SoftKey {
  readonly id = randomBytes(32);
  readonly #pair: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });

  constructor(private readonly host: string) {}

  /** The answer to `navigator.credentials.create`, as JSON. */
  create(circumstances: Circumstances): string {
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    const publicKey = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const attested = [Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, publicKey];
    const authData = Buffer.concat([this.#authData(circumstances, ATTESTED), ...attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', circumstances).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['usb'],
    });
  }

  /** The answer to `navigator.credentials.get`, as JSON. */
  get(circumstances: Circumstances): string {
    const data = clientData('webauthn.get', circumstances);
    const authData = this.#authData(circumstances, 0);
    const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
    return this.#answer({
      clientDataJSON: data.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#pair.privateKey).toString('base64url'),
    });
  }

  #authData({ isVerified = true, counter = 0 }: Circumstances, more: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | more;
    return Buffer.concat([
      createHash('sha256').update(this.host).digest(),
      Buffer.from([flags]),
      count,
    ]);
  }

  #answer(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  }
}

const clientData = (type: string, { challenge, origin }: Circumstances): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
