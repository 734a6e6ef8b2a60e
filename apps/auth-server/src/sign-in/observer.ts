import type { Door } from './door.js';

export type SignInOutcome = 'succeeded' | 'refused' | 'locked';

/** Is told what happens, for the operators' metrics. */
export interface Observer {
  /** `locked`: guessing is being slowed down, whatever the password was. */
  signIn(door: Door['name'], outcome: SignInOutcome): void;
  /** @param grant the grant type as it was asked for */
  token(grant: string, outcome: 'issued' | 'refused'): void;
}

export const OBSERVER = Symbol('Observer');
