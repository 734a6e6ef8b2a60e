import { hash, timingSafeEqual } from 'node:crypto';
import type { Client, KeptSecret } from './client.js';
import type { Sealer } from '../keys/sealer.js';

export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * Keeps a new secret: sealed where the protocol signs with it (HS256, client_secret_jwt), else as a
 * digest. It is 256 random bits, so one SHA-256 is enough (NIST SP 800-63B-4 section 3.1.2).
 */
export function keepSecret(
  client: { readonly clientId: string; readonly metadata: Readonly<Record<string, unknown>> },
  secret: string,
  sealer: Sealer,
): KeptSecret {
  return isUsedAsKey(client)
    ? { kind: 'sealed', sealed: sealer.seal(secret, client.clientId) }
    : { kind: 'hashed', sha256: sha256(secret) };
}

/** Whether this is the client's secret, kept as its metadata want it. */
export function isSecretOf(
  client: Pick<Client, 'clientId' | 'metadata' | 'secret'>,
  secret: string,
  sealer: Sealer,
): boolean {
  const { secret: kept, clientId } = client;
  if (kept.kind === 'none' || (kept.kind === 'sealed') !== isUsedAsKey(client)) return false;
  const own = kept.kind === 'hashed' ? kept.sha256 : sha256(sealer.open(kept.sealed, clientId));
  return timingSafeEqual(own, sha256(secret));
}

/** Whether the protocol signs with the secret, so that its digest is not enough. */
export const isUsedAsKey = ({
  metadata,
}: {
  readonly metadata: Readonly<Record<string, unknown>>;
}): boolean =>
  Object.entries(metadata).some(
    ([name, value]) =>
      value === 'client_secret_jwt' || (name.endsWith('_alg') && /^HS\d/.test(String(value))),
  );
