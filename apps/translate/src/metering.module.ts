import { Module, type DynamicModule } from '@nestjs/common';
import { ApiKeys, PostgresApiKeyStore } from '@sextant/platform-api-keys';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import type { Metrics } from '@sextant/platform-telemetry';
import { DataSource } from 'typeorm';
import { PostgresUsageLedger } from './usage/postgres-usage-ledger.js';
import { PostgresUsageReports } from './usage/postgres-usage-reports.js';
import { Analytics } from './usage/analytics.js';
import { DeveloperKeys } from './developer-keys/developer-keys.js';
import { Meter } from './usage/meter.js';
import type { PlanLimits, UsageRecord } from './usage/usage.js';

/** Keys, what they may use, and what they have used. */
@Module({})
export class MeteringModule {
  static register(planLimits: PlanLimits, metrics: Metrics): DynamicModule {
    const characters = metrics.counter(
      'translate_billed_characters_total',
      'Characters that were counted for customers, by their plan.',
      'plan',
    );
    const onCounted = (record: UsageRecord) =>
      characters.inc({ plan: record.plan }, record.characters);
    return {
      module: MeteringModule,
      global: true,
      providers: [
        { provide: ApiKeys, inject: [DataSource], useFactory: apiKeys },
        {
          provide: PostgresUsageLedger,
          inject: [DataSource],
          useFactory: (source: DataSource) => new PostgresUsageLedger(source, planLimits),
        },
        {
          provide: Meter,
          inject: [PostgresUsageLedger],
          useFactory: (ledger: PostgresUsageLedger) =>
            new Meter({ ledger, clock: systemClock, ids: randomIds, onCounted }),
        },
        {
          provide: Analytics,
          inject: [DataSource],
          useFactory: (source: DataSource) => new Analytics(new PostgresUsageReports(source)),
        },
        {
          provide: DeveloperKeys,
          inject: [ApiKeys, PostgresUsageLedger, Meter],
          useFactory: (keys: ApiKeys, ledger: PostgresUsageLedger, meter: Meter) =>
            new DeveloperKeys({ keys, ledger, meter }),
        },
      ],
      exports: [ApiKeys, PostgresUsageLedger, Meter, Analytics, DeveloperKeys],
    };
  }
}

const apiKeys = (source: DataSource): ApiKeys =>
  new ApiKeys({
    store: new PostgresApiKeyStore(source),
    clock: systemClock,
    ids: randomIds,
    random: secureRandom,
  });
