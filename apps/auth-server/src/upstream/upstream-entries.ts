import type { UpstreamEntry } from './upstream-file.js';

/** Providers that are kept in the database, beside those of `UPSTREAMS_FILE`. */
export abstract class UpstreamEntries {
  abstract list(): Promise<readonly UpstreamEntry[]>;
  /** Makes it or changes it to this. */
  abstract put(entry: UpstreamEntry): Promise<void>;
  /** Nobody signs in there any more; who is who stays known. */
  abstract remove(id: string): Promise<void>;
}
