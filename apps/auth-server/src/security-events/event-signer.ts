import type { SecurityEvent } from './security-events.js';

/** Makes security event tokens (RFC 8417). */
export interface EventSigner {
  sign(event: SecurityEvent): Promise<string>;
}

export const EVENT_SIGNER = Symbol('EventSigner');
