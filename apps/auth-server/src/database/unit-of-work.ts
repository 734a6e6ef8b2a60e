/** Changes of several stores that happen whole or not at all, the audit record among them. */
export interface UnitOfWork {
  /** Whatever `work` stores is stored together; a call inside another one is a part of the outer one. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Runs what cannot be taken back (requests to others) once everything is stored. */
  afterCommit(effect: () => Promise<void> | void): Promise<void>;
}

export const UNIT_OF_WORK = Symbol('UnitOfWork');
