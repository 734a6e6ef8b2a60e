import { Global, Module } from '@nestjs/common';
import { Transactions } from '@sextant/platform-data/postgres';
import { LiveChanges, Changes } from './changes.js';
import { PostgresChanges } from './postgres-changes.js';
import { UnitOfWork } from './unit-of-work.js';

/** Changes that replicas tell one another, and changes of several stores at once: global, for every feature stands on it. */
@Global()
@Module({
  providers: [
    PostgresChanges,
    { provide: Changes, useExisting: PostgresChanges },
    { provide: LiveChanges, useExisting: PostgresChanges },
    { provide: UnitOfWork, useExisting: Transactions },
  ],
  exports: [PostgresChanges, Changes, LiveChanges, UnitOfWork],
})
export class DatabaseModule {}
