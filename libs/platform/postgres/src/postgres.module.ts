import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Probe, ProbeResult } from '@sextant/platform-health';
import { DataSource } from 'typeorm';
import { openDataSource, type DataSourceSettings } from './data-source.js';
import { joined } from './transactions.js';

/** `up` while the database answers. */
@Injectable()
export class PostgresProbe implements Probe {
  readonly name = 'database';

  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async check(): Promise<ProbeResult> {
    try {
      await this.source.query('SELECT 1');
      return { status: 'up' };
    } catch {
      return { status: 'down', message: 'PostgreSQL does not answer: check DATABASE_URL.' };
    }
  }
}

@Injectable()
class PostgresConnection implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async onApplicationShutdown(): Promise<void> {
    await this.source.destroy();
  }
}

/** Provides TypeORM's `DataSource`, connected, migrated and joined to `Transactions`, and `PostgresProbe`. */
@Module({})
export class PostgresModule {
  static register(settings: DataSourceSettings): DynamicModule {
    return {
      module: PostgresModule,
      global: true,
      providers: [
        { provide: DataSource, useFactory: async () => joined(await openDataSource(settings)) },
        PostgresProbe,
        PostgresConnection,
      ],
      exports: [DataSource, PostgresProbe],
    };
  }
}
