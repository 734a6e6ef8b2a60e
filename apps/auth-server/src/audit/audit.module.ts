import { Global, Module } from '@nestjs/common';
import { Journal } from './journal.js';
import { PostgresFailureCounts } from './postgres-failure-counts.js';
import { PostgresJournal } from './postgres-journal.js';

/** The audit log: global, for every feature writes to it. */
@Global()
@Module({
  providers: [PostgresFailureCounts, { provide: Journal, useClass: PostgresJournal }],
  exports: [Journal],
})
export class AuditModule {}
