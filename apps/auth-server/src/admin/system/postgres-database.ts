import { Injectable } from '@nestjs/common';
import { PostgresSettings } from '@sextant/platform-data/postgres';
import { DataSource } from 'typeorm';
import type { Database, DatabaseStatus } from './system-status.js';

interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
}

@Injectable()
export class PostgresDatabase implements Database {
  constructor(
    private readonly source: DataSource,
    private readonly settings: PostgresSettings,
  ) {}

  async status(): Promise<DatabaseStatus> {
    const { master } = this.source.driver as unknown as { readonly master: Pool };
    const activeConnections = master.totalCount - master.idleCount;
    try {
      await this.source.query('SELECT 1');
      return { isUp: true, poolSize: this.settings.databasePoolSize, activeConnections };
    } catch {
      // The question was whether it answers.
      return { isUp: false, poolSize: this.settings.databasePoolSize, activeConnections };
    }
  }
}
