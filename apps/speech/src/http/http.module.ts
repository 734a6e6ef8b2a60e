import { Module } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Idempotency } from '@sextant/platform-data/idempotency';
import { DataSource } from 'typeorm';
import { IdempotentCalls } from './idempotent-calls.js';
import { idempotencyOf } from './postgres-idempotency.js';

@Module({
  providers: [
    { provide: Idempotency, inject: [DataSource, Clock], useFactory: idempotencyOf },
    IdempotentCalls,
  ],
  exports: [IdempotentCalls],
})
export class HttpModule {}
