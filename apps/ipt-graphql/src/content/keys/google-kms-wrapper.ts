import { GoogleAuth } from 'google-auth-library';
import {
  contextText,
  WrappedKeyRefused,
  type ContentKeyWrapper,
  type KeyContext,
} from './content-keys.js';

export interface GoogleCryptoKey {
  /** Without a version: `projects/…/locations/…/keyRings/…/cryptoKeys/…`. Google encrypts with the primary one. */
  readonly name: string;
  readonly endpoint: string;
}

const PREFIX = 'google:';
const SCOPE = 'https://www.googleapis.com/auth/cloudkms';
const TIMEOUT_MS = 10_000;

/**
 * A symmetric key of Google Cloud KMS. Its checksums are not sent: what was changed on the way does not open, and the key that
 * comes back is compared with its thumbprint.
 *
 * @see https://cloud.google.com/kms/docs/reference/rest/v1/projects.locations.keyRings.cryptoKeys/encrypt
 */
export class GoogleKmsWrapper implements ContentKeyWrapper {
  constructor(
    private readonly place: GoogleCryptoKey,
    private readonly auth: Pick<GoogleAuth, 'getAccessToken'> = new GoogleAuth({ scopes: SCOPE }),
  ) {}

  async wrap(key: Uint8Array, context: KeyContext): Promise<string> {
    const plaintext = Buffer.from(key).toString('base64');
    const { ciphertext } = await this.#ask('encrypt', { plaintext, ...additional(context) });
    if (ciphertext === undefined) throw new Error('Google Cloud KMS answered no ciphertext.');
    return PREFIX + ciphertext;
  }

  async unwrap(wrapped: string, context: KeyContext): Promise<Uint8Array> {
    if (!wrapped.startsWith(PREFIX)) throw new WrappedKeyRefused('Google has not wrapped this.');
    const ciphertext = wrapped.slice(PREFIX.length);
    const { plaintext } = await this.#ask('decrypt', { ciphertext, ...additional(context) });
    if (plaintext === undefined) throw new Error('Google Cloud KMS answered no plaintext.');
    return Buffer.from(plaintext, 'base64');
  }

  async #ask(action: 'encrypt' | 'decrypt', body: object): Promise<Answer> {
    const { name, endpoint } = this.place;
    const token = await this.auth.getAccessToken();
    const response = await fetch(new URL(`/v1/${name}:${action}`, endpoint), {
      method: 'POST',
      headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (response.ok) return (await response.json()) as Answer;
    await response.body?.cancel();
    // 400 is what it says of ciphertext that does not open; the request itself is always well formed.
    if (response.status === 400 && action === 'decrypt') {
      throw new WrappedKeyRefused('Google Cloud KMS does not open the key.');
    }
    throw new Error(`Google Cloud KMS answered ${response.status}.`);
  }
}

const additional = (context: KeyContext) => ({
  additionalAuthenticatedData: Buffer.from(contextText(context)).toString('base64'),
});

interface Answer {
  readonly ciphertext?: string;
  readonly plaintext?: string;
}
