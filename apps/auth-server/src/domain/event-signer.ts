import type { Revocation } from './revocations.js';

/** Makes security event tokens (RFC 8417). */
export interface EventSigner {
  sign(revocation: Revocation): Promise<string>;
}

export const EVENT_SIGNER = Symbol('EventSigner');
