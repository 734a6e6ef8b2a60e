import { createPublicKey } from 'node:crypto';
import { GoogleAuth } from 'google-auth-library';
import { parseDerSignature, type ManagedKey, type RawSignature } from './kms-key.js';

export interface GoogleKeyPlace {
  /** With its version: `projects/…/locations/…/keyRings/…/cryptoKeys/…/cryptoKeyVersions/1`. */
  readonly name: string;
  /** Where the service is: Google's own address, or one in a private network. */
  readonly endpoint: string;
}

const SCOPE = 'https://www.googleapis.com/auth/cloudkms';
const ALGORITHM = 'EC_SIGN_SECP256K1_SHA256';
const TIMEOUT_MS = 10_000;

/**
 * One version of a key of Google Cloud KMS. Credentials are Google's application default ones. Their checksums
 * (`digestCrc32c`) are not sent: the address that is recovered from the signature tells of every changed bit.
 *
 * @see https://cloud.google.com/kms/docs/reference/rest/v1/projects.locations.keyRings.cryptoKeys.cryptoKeyVersions
 */
export class GoogleKmsKey implements ManagedKey {
  constructor(
    private readonly place: GoogleKeyPlace,
    private readonly auth: Pick<GoogleAuth, 'getAccessToken'> = new GoogleAuth({ scopes: SCOPE }),
  ) {}

  async publicKey(): Promise<Uint8Array> {
    const { pem, algorithm } = await this.ask('GET', '/publicKey');
    if (algorithm !== ALGORITHM) {
      throw new Error(`The key is for ${String(algorithm)}, not ${ALGORITHM}.`);
    }
    return createPublicKey(String(pem)).export({ format: 'der', type: 'spki' });
  }

  async signDigest(digest: Uint8Array): Promise<RawSignature> {
    const sha256 = Buffer.from(digest).toString('base64');
    const { name, signature } = await this.ask('POST', ':asymmetricSign', { digest: { sha256 } });
    if (name !== this.place.name) {
      throw new Error('Google Cloud KMS signed with another version of the key.');
    }
    return parseDerSignature(Buffer.from(String(signature), 'base64'));
  }

  private async ask(method: string, call: string, body?: object): Promise<Answer> {
    const { name, endpoint } = this.place;
    const token = await this.auth.getAccessToken();
    const response = await fetch(new URL(`/v1/${name}${call}`, endpoint), {
      method,
      headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`Google Cloud KMS answered ${response.status}.`);
    }
    return (await response.json()) as Answer;
  }
}

type Answer = Readonly<Record<string, unknown>>;
