/** Changes of several stores that happen whole or not at all, the audit record among them. */
export abstract class UnitOfWork {
  /** Whatever `work` stores is stored together; a call inside another one is a part of the outer one. */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
  /** Runs what cannot be taken back (requests to others) once everything is stored. */
  abstract afterCommit(effect: () => Promise<void> | void): Promise<void>;
}
