import type { Door } from './door.js';

export type SignInOutcome = 'succeeded' | 'refused' | 'locked';

/** Is told what happens, for the operators' metrics. */
export abstract class Observer {
  /** `locked`: guessing is being slowed down, whatever the password was. */
  abstract signIn(door: Door['name'], outcome: SignInOutcome): void;
  /** @param grant the grant type as it was asked for */
  abstract token(grant: string, outcome: 'issued' | 'refused'): void;
}
