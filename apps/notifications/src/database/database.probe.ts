import type { Probe, ProbeResult } from '@sextant/platform-health';
import type { Storage } from '../storage/storage.js';

/** `up` while the database answers. */
export class StorageProbe implements Probe {
  readonly name = 'database';

  constructor(private readonly storage: Pick<Storage, 'ping'>) {}

  async check(): Promise<ProbeResult> {
    try {
      await this.storage.ping();
      return { status: 'up' };
    } catch {
      return {
        status: 'down',
        message: 'The database does not answer: check DATABASE_URL or MONGODB_URI.',
      };
    }
  }
}
