import type { ConsentFacts, ConsentRecord } from './consent/consent-record.js';
import type { Clone } from './clone.js';

/** Keeps clones, their consents, and which blobs belong to nothing. */
export abstract class CloneStore {
  abstract find(workspace: string, id: string): Promise<Clone | undefined>;
  /** Oldest first. */
  abstract list(workspace: string): Promise<readonly Clone[]>;
  /** Notes keys before they are written: unless a clone is added with them they are swept up later. */
  abstract reserve(keys: readonly string[]): Promise<void>;
  /**
   * Adds a clone with its consent and event, all or nothing; its blobs are no longer swept up.
   *
   * @returns false when the workspace has `limit` clones already
   * @throws {NotStored} when it is certain that nothing was; after any other error nobody knows
   */
  abstract add(clone: Clone, addition: CloneAddition): Promise<boolean>;
  /** Removes a clone, records why, and hands its sample to the sweep. @returns it as it was */
  abstract remove(workspace: string, id: string, facts: ConsentFacts): Promise<Clone | undefined>;
  /** The consents of a workspace, or of one of its voices, oldest first. */
  abstract consents(workspace: string, voiceId?: string): Promise<readonly ConsentRecord[]>;
  /** Forgets keys whose blobs are gone. */
  abstract swept(keys: readonly string[]): Promise<void>;
  /** Keys reserved before a time that no clone took. */
  abstract garbage(before: Date): Promise<readonly string[]>;
}

/** The store refused an addition: nothing of it was kept. */
export class NotStored extends Error {
  constructor(override readonly cause: Error) {
    super('The store refused the clone.');
  }
}

export interface CloneAddition {
  readonly consent: ConsentFacts;
  readonly blobKeys: readonly string[];
  readonly limit: number;
}
