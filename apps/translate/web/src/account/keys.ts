import type { Service } from '../service.js';

export interface DeveloperKey {
  readonly key_id: string;
  readonly label: string;
  readonly creation_time: string;
  readonly is_deactivated: boolean;
  readonly usage_limits: { readonly characters?: number };
}

const ADDRESS = '/v2/admin/developer-keys';

export async function listKeys(
  { api }: Service,
  signal: AbortSignal,
): Promise<readonly DeveloperKey[]> {
  return (await api<readonly DeveloperKey[]>(ADDRESS, { signal })).body;
}

/** @returns the secret, which nobody is shown again */
export async function createKey({ api }: Service, label: string): Promise<string> {
  const { body } = await api<{ readonly api_key: string }>(ADDRESS, {
    method: 'POST',
    body: { label },
  });
  return body.api_key;
}

export async function deactivateKey({ api }: Service, key_id: string): Promise<void> {
  await api(`${ADDRESS}/deactivate`, { method: 'PUT', body: { key_id } });
}

export async function renameKey({ api }: Service, key_id: string, label: string): Promise<void> {
  await api(`${ADDRESS}/label`, { method: 'PUT', body: { key_id, label } });
}

/** @param characters in a month; `null`: without a limit */
export async function limitKey(
  { api }: Service,
  key_id: string,
  characters: number | null,
): Promise<void> {
  await api(`${ADDRESS}/limits`, { method: 'PUT', body: { key_id, characters } });
}
