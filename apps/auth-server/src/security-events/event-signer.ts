import type { SecurityEvent } from './security-events.js';

/** Makes security event tokens (RFC 8417). */
export abstract class EventSigner {
  abstract sign(event: SecurityEvent): Promise<string>;
}
