import { Module } from '@nestjs/common';
import { PostgresUsageLedger } from './postgres-usage-ledger.js';
import { UsageController } from './usage.controller.js';
import { UsageLedger, UsageRecorder } from './usage.js';

@Module({
  providers: [
    { provide: UsageLedger, useClass: PostgresUsageLedger },
    { provide: UsageRecorder, useExisting: UsageLedger },
  ],
  controllers: [UsageController],
  exports: [UsageRecorder],
})
export class UsageModule {}
