/** Changes of several stores that happen whole or not at all, the audit record among them. */
export abstract class UnitOfWork {
  /** Whatever `work` stores is stored together; a call inside another one is a part of the outer one. */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
  /**
   * As `run`, but the transaction begins with the first `begin` or `run` in it: what comes before, such as requests to others,
   * holds no connection.
   */
  abstract prepare<T>(work: () => Promise<T>): Promise<T>;
  /** Begins what `prepare` is around; nothing elsewhere. Called before a store is written to. */
  abstract begin(): Promise<void>;
  /** Whether the caller holds a connection: nothing may be asked of other servers then. */
  abstract readonly isOpen: boolean;
  /** Runs what cannot be taken back (requests to others) once everything is stored. */
  abstract afterCommit(effect: () => Promise<void> | void): Promise<void>;
}
