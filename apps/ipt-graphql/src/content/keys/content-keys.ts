import { IPT_ERRORS } from '../../errors/ipt-errors.js';

/** What a wrapped key belongs to: it opens for nothing else. */
export interface KeyContext {
  readonly tenant: string;
  readonly chainId: number;
  readonly ipnftId: string;
  /** `keyIdOf()` the key. */
  readonly keyId: string;
}

/**
 * Encrypts content keys with a key that never leaves its service. The keys that sign are of secp256k1 and cannot encrypt, so
 * that this is a second key, in the same kind of service.
 */
export abstract class ContentKeyWrapper {
  /** @returns printable text, for the database */
  abstract wrap(key: Uint8Array, context: KeyContext): Promise<string>;
  /** @throws {WrappedKeyRefused} for what was changed, or wrapped for another context or by another key */
  abstract unwrap(wrapped: string, context: KeyContext): Promise<Uint8Array>;
}

/** The service is there and does not open the key: trying again does not help. */
export class WrappedKeyRefused extends Error {}

/** What is authenticated with a wrapped key, in one spelling. */
export const contextText = ({ tenant, chainId, ipnftId, keyId }: KeyContext): string =>
  JSON.stringify(['ipt-agreement-key', 1, tenant, chainId, ipnftId, keyId]);

/** @throws {Problem} `KEY_REFUSED`, `KEY_SERVICE_UNAVAILABLE` for every other failure */
export async function withKeyService<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WrappedKeyRefused) throw IPT_ERRORS.keyRefused({ cause: error });
    throw IPT_ERRORS.keyServiceUnavailable({ cause: error });
  }
}

/** The key that wraps the keys of encrypted agreements, where the settings name one. */
export abstract class ContentKeyWrapping {
  abstract readonly wrapper: ContentKeyWrapper | undefined;
}
