import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import { ServiceName } from '@sextant/platform-runtime/config';
import type { Probe, ProbeResult } from '@sextant/platform-runtime/health';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { DataSource } from 'typeorm';
import { openDataSource, type DataSourceSettings } from './data-source.js';
import { PostgresSettings } from './postgres-settings.js';
import { joined, Transactions } from './transactions.js';

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

/** How long a statement may take; an app with a limit of its own extends it (`PostgresModuleOptions.limits`). */
@Injectable()
export class StatementLimits {
  readonly statementTimeoutMs: number | undefined = undefined;
}

export interface PostgresModuleOptions {
  readonly migrations: DataSourceSettings['migrations'];
  readonly limits?: Type<StatementLimits>;
}

@Injectable()
class PostgresOptions {
  constructor(
    readonly name: ServiceName,
    readonly config: PostgresSettings,
    readonly logger: Logger,
    readonly metrics: Metrics,
    readonly limits: StatementLimits,
  ) {}
}

/** What follows a commit is tried once: a change that is stored is never answered as an error. */
const transactionsOf = (source: DataSource, logger: Logger): Transactions =>
  new Transactions(source, (err) => logger.warn('transaction.effect_failed', { err }));

/** Provides TypeORM's `DataSource`, connected, migrated and joined to `Transactions`, and `PostgresProbe`. */
@Module({})
export class PostgresModule {
  static forRoot({ migrations, limits = StatementLimits }: PostgresModuleOptions): DynamicModule {
    return {
      module: PostgresModule,
      global: true,
      providers: [
        { provide: StatementLimits, useClass: limits },
        PostgresOptions,
        {
          provide: DataSource,
          inject: [PostgresOptions],
          useFactory: async ({ name, limits: { statementTimeoutMs }, ...given }: PostgresOptions) =>
            joined(
              await openDataSource({
                ...given,
                app: name.value,
                migrations,
                ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
              }),
            ),
        },
        { provide: Transactions, inject: [DataSource, Logger], useFactory: transactionsOf },
        PostgresProbe,
        PostgresConnection,
      ],
      exports: [DataSource, Transactions, PostgresProbe],
    };
  }

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
