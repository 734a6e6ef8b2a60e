import type { Creation, StoredCreation } from './creation.js';

export type FinishedCreation = Pick<Creation, 'id' | 'key' | 'createdAt'>;

/** The log of intents. */
export abstract class CreationLog {
  /**
   * Stores a creation, claimed until `leaseUntil`. Where the database can, all its records are stored in
   * the same commit: then it is `recorded` at once.
   *
   * @returns the one that is stored: another if its key was known
   */
  abstract begin(creation: Creation, leaseUntil: Date): Promise<StoredCreation>;
  abstract find(id: string): Promise<StoredCreation | undefined>;
  /** Never goes back from `done`. */
  abstract recorded(id: string): Promise<void>;
  /** All is out. If it is an event's, the event is remembered before the creation may be forgotten. */
  abstract done(creation: FinishedCreation): Promise<void>;
  /** Keeps others away from it until then. */
  abstract renew(id: string, leaseUntil: Date): Promise<void>;
  /** Takes one that is not done and that nobody works at. */
  abstract claim(now: Date, leaseUntil: Date): Promise<StoredCreation | undefined>;
  /** Those that are not done. */
  abstract pending(): Promise<number>;
  /** Forgets those that are done and older; their keys count as new again. */
  abstract sweep(before: Date): Promise<number>;
}
