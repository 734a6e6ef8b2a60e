import type { Browser } from '../passwords/known-devices.js';

/** Where somebody tries to sign in. */
export interface Door {
  readonly name: 'form' | 'direct' | 'admin';
  readonly ip: string;
  readonly clientId: string;
  /** At doors for browsers. */
  readonly browser?: Browser | undefined;
}
