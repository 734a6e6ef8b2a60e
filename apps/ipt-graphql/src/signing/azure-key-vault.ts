import { createPublicKey } from 'node:crypto';
import type { TokenCredential } from '@azure/identity';
import { AzureCredential } from './azure-credential.js';
import { parsePlainSignature, type ManagedKey, type RawSignature } from './kms-key.js';

const API_VERSION = '7.4';
const TIMEOUT_MS = 10_000;
const CLOUD = 'vault.azure.net';

/** What Key Vault calls secp256k1, and ECDSA over a digest of 32 bytes on it. */
const CURVE = 'P-256K';
const ALGORITHM = 'ES256K';

/**
 * One version of a key of Azure Key Vault or Managed HSM, such as `https://ipt.vault.azure.net/keys/signer/<version>`.
 * Credentials are Azure's default ones.
 *
 * @see https://learn.microsoft.com/rest/api/keyvault/keys/sign/sign
 */
export class AzureVaultKey implements ManagedKey {
  private readonly id: URL;

  constructor(
    id: string,
    private readonly credential: TokenCredential = new AzureCredential(),
  ) {
    this.id = new URL(id);
  }

  async publicKey(): Promise<Uint8Array> {
    const { key } = (await this.ask('GET', '')) as { readonly key?: Readonly<Jwk> };
    this.requireSameVersion(key?.kid);
    const { kty = '', crv = '', x = '', y = '' } = key ?? {};
    if (!kty.startsWith('EC') || crv !== CURVE) {
      throw new Error(`The key is on ${crv === '' ? 'no curve' : crv}, not ${CURVE}.`);
    }
    const jwk = { kty: 'EC', crv: 'secp256k1', x, y };
    return createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
  }

  async signDigest(digest: Uint8Array): Promise<RawSignature> {
    const value = Buffer.from(digest).toString('base64url');
    const answer = (await this.ask('POST', '/sign', { alg: ALGORITHM, value })) as Signed;
    this.requireSameVersion(answer.kid);
    return parsePlainSignature(Buffer.from(answer.value ?? '', 'base64url'));
  }

  private requireSameVersion(kid: string | undefined): void {
    if (kid === undefined || new URL(kid).pathname !== this.id.pathname) {
      throw new Error('Azure Key Vault answered with another key or version.');
    }
  }

  private async ask(method: string, call: string, body?: object): Promise<object> {
    const token = await this.credential.getToken(scopeOf(this.id));
    const url = new URL(`${this.id.pathname}${call}?api-version=${API_VERSION}`, this.id);
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token?.token ?? ''}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`Azure Key Vault answered ${response.status}.`);
    }
    return (await response.json()) as object;
  }
}

/** Tokens are for the service of a cloud, whose name is the vault's without the first label. */
const scopeOf = ({ hostname, protocol }: URL): string =>
  `https://${protocol === 'https:' ? hostname.replace(/^[^.]+\./, '') : CLOUD}/.default`;

interface Jwk {
  readonly kid: string;
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
}

interface Signed {
  readonly kid?: string;
  readonly value?: string;
}
