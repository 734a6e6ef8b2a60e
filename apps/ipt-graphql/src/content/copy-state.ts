/** `PINNED`: the pinning service says so, and what was fetched back, where a gateway is named, had its hashes. */
export type CopyState = 'WANTED' | 'PINNING' | 'PINNED' | 'FAILED';

/** Copies that are not in order. */
export interface CopyBacklog {
  readonly count: number;
  /** Age of the oldest that is not in order; 0 when all are. */
  readonly seconds: number;
}
