import {
  contextText,
  WrappedKeyRefused,
  type ContentKeyWrapper,
  type KeyContext,
} from './content-keys.js';

export interface TransitKey {
  readonly address: string;
  readonly token: string;
  /** Mount and name, such as `transit/ipt-agreements`. */
  readonly key: string;
}

const TIMEOUT_MS = 10_000;

/**
 * A key of HashiCorp Vault's engine transit, of a type with associated data (aes256-gcm96).
 *
 * @see https://developer.hashicorp.com/vault/api-docs/secret/transit#encrypt-data
 */
export class VaultTransitWrapper implements ContentKeyWrapper {
  constructor(private readonly place: TransitKey) {}

  async wrap(key: Uint8Array, context: KeyContext): Promise<string> {
    const plaintext = Buffer.from(key).toString('base64');
    const { ciphertext } = await this.#ask('encrypt', { plaintext, ...associated(context) });
    if (!ciphertext?.startsWith('vault:')) throw new Error('Vault answered no ciphertext.');
    return ciphertext;
  }

  async unwrap(wrapped: string, context: KeyContext): Promise<Uint8Array> {
    if (!wrapped.startsWith('vault:')) throw new WrappedKeyRefused('Vault has not wrapped this.');
    const body = { ciphertext: wrapped, ...associated(context) };
    const { plaintext } = await this.#ask('decrypt', body);
    if (plaintext === undefined) throw new Error('Vault answered no plaintext.');
    return Buffer.from(plaintext, 'base64');
  }

  async #ask(action: 'encrypt' | 'decrypt', body: object): Promise<Answer> {
    const { address, token, key } = this.place;
    const mount = key.slice(0, key.lastIndexOf('/'));
    const name = key.slice(key.lastIndexOf('/') + 1);
    const path = [...mount.split('/'), action, name].map(encodeURIComponent).join('/');
    const response = await fetch(new URL(`/v1/${path}`, address), {
      method: 'POST',
      headers: { 'x-vault-token': token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (response.ok) return ((await response.json()) as { readonly data?: Answer }).data ?? {};
    await response.body?.cancel();
    // 400 is what Vault says of ciphertext that does not open; there the request itself is always well formed.
    if (response.status === 400 && action === 'decrypt') {
      throw new WrappedKeyRefused('Vault does not open the key.');
    }
    throw new Error(`Vault answered ${response.status}.`);
  }
}

const associated = (context: KeyContext) => ({
  associated_data: Buffer.from(contextText(context)).toString('base64'),
});

interface Answer {
  readonly ciphertext?: string;
  readonly plaintext?: string;
}
