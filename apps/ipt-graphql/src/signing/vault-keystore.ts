export interface VaultPlace {
  readonly address: string;
  readonly token: string;
  /** Mount and path, such as `secret/ipt/signer`. */
  readonly path: string;
}

export interface StoredKeystore {
  /** Web3 Secret Storage, JSON. */
  readonly keystore: string;
  readonly password: string;
}

const TIMEOUT_MS = 10_000;

/**
 * Reads an encrypted keystore and its password from version 2 of HashiCorp Vault's KV engine: the members `keystore` and
 * `password`. Its engine transit has no secp256k1.
 *
 * @see https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2
 * @throws {Error} that names no secret
 */
export async function readVaultKeystore({
  address,
  token,
  path,
}: VaultPlace): Promise<StoredKeystore> {
  const [mount = '', ...rest] = path.split('/');
  const names = [mount, 'data', ...rest].map(encodeURIComponent).join('/');
  const response = await fetch(new URL(`/v1/${names}`, address), {
    headers: { 'x-vault-token': token },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`Vault answered ${response.status}`);
  }
  const { data } = (await response.json()) as { data?: { data?: Record<string, unknown> } };
  const { keystore, password } = data?.data ?? {};
  if (typeof keystore !== 'string' || typeof password !== 'string') {
    throw new Error('Vault holds no texts "keystore" and "password" there');
  }
  return { keystore, password };
}
