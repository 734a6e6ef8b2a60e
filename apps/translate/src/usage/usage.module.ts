import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { Analytics } from './analytics.js';
import { Meter } from './meter.js';
import { PostgresUsageLedger } from './postgres-usage-ledger.js';
import { PostgresUsageReports } from './postgres-usage-reports.js';
import { PrometheusUsageObserver } from './prometheus-usage-observer.js';
import { UsageLedger } from './usage-ledger.js';
import { UsageObserver } from './usage-observer.js';
import { UsageReports } from './usage-reports.js';
import { UsageController } from './usage.controller.js';

@Module({
  providers: [
    Meter,
    Analytics,
    { provide: UsageLedger, useClass: PostgresUsageLedger },
    { provide: UsageReports, useClass: PostgresUsageReports },
    { provide: UsageObserver, useClass: PrometheusUsageObserver },
  ],
  controllers: [UsageController, AnalyticsController],
  exports: [Meter, UsageLedger],
})
export class UsageModule {}
