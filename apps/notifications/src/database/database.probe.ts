import type { Probe, ProbeResult } from '@sextant/platform-runtime/health';
import { Injectable } from '@nestjs/common';
import { Database } from './database.js';

/** `up` while the database answers. */
@Injectable()
export class DatabaseProbe implements Probe {
  readonly name = 'database';

  constructor(private readonly database: Database) {}

  async check(): Promise<ProbeResult> {
    try {
      await this.database.ping();
      return { status: 'up' };
    } catch {
      return {
        status: 'down',
        message: 'The database does not answer: check DATABASE_URL or MONGODB_URI.',
      };
    }
  }
}
