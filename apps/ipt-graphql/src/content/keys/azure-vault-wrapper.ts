import { createHash, timingSafeEqual } from 'node:crypto';
import type { TokenCredential } from '@azure/identity';
import { AzureCredential } from '../../signing/azure-credential.js';
import {
  contextText,
  WrappedKeyRefused,
  type ContentKeyWrapper,
  type KeyContext,
} from './content-keys.js';

const PREFIX = 'azure:';
const API_VERSION = '7.4';
const ALGORITHM = 'RSA-OAEP-256';
const TIMEOUT_MS = 10_000;
const KEY_BYTES = 32;

/**
 * One version of an RSA key of Azure Key Vault or Managed HSM. RSA-OAEP takes no context, so that its SHA-256 is wrapped together
 * with the key. The version stands in what is wrapped: older ones are opened by theirs.
 *
 * @see https://learn.microsoft.com/rest/api/keyvault/keys/wrap-key/wrap-key
 */
export class AzureVaultWrapper implements ContentKeyWrapper {
  readonly #id: URL;

  constructor(
    id: string,
    private readonly credential: TokenCredential = new AzureCredential(),
  ) {
    this.#id = new URL(id);
  }

  async wrap(key: Uint8Array, context: KeyContext): Promise<string> {
    const version = this.#id.pathname.split('/').at(-1) ?? '';
    const bytes = Buffer.concat([key, hashOf(context)]);
    return `${PREFIX}${version}:${await this.#ask('wrapkey', version, bytes.toString('base64url'))}`;
  }

  async unwrap(wrapped: string, context: KeyContext): Promise<Uint8Array> {
    const [, version, value] = /^azure:([0-9a-f]{32}):([\w-]+)$/.exec(wrapped) ?? [];
    if (version === undefined || value === undefined) {
      throw new WrappedKeyRefused('Azure Key Vault has not wrapped this.');
    }
    const bytes = Buffer.from(await this.#ask('unwrapkey', version, value), 'base64url');
    const hash = hashOf(context);
    const isOfContext =
      bytes.length === KEY_BYTES + hash.length && timingSafeEqual(bytes.subarray(KEY_BYTES), hash);
    if (!isOfContext) throw new WrappedKeyRefused('The key was wrapped for something else.');
    return bytes.subarray(0, KEY_BYTES);
  }

  async #ask(action: 'wrapkey' | 'unwrapkey', version: string, value: string): Promise<string> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const token = await this.credential.getToken(scopeOf(this.#id), { abortSignal: signal });
    const path = this.#id.pathname.split('/').slice(0, -1).join('/');
    const url = new URL(`${path}/${version}/${action}?api-version=${API_VERSION}`, this.#id);
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token?.token ?? ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ alg: ALGORITHM, value }),
      signal,
      redirect: 'error',
    });
    if (!response.ok) {
      await response.body?.cancel();
      if (response.status === 400 && action === 'unwrapkey') {
        throw new WrappedKeyRefused('Azure Key Vault does not open the key.');
      }
      throw new Error(`Azure Key Vault answered ${response.status}.`);
    }
    const answer = (await response.json()) as { readonly value?: string };
    if (answer.value === undefined) throw new Error('Azure Key Vault answered nothing.');
    return answer.value;
  }
}

const hashOf = (context: KeyContext): Buffer =>
  createHash('sha256').update(contextText(context)).digest();

/** Tokens are for the service of a cloud, whose name is the vault's without the first label. */
const scopeOf = ({ hostname, protocol }: URL): string =>
  `https://${protocol === 'https:' ? hostname.replace(/^[^.]+\./, '') : 'vault.azure.net'}/.default`;
