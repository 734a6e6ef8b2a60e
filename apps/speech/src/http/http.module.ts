import { Module } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Idempotency, PostgresIdempotencyStore } from '@sextant/platform-data/idempotency';
import { DataSource } from 'typeorm';
import { IdempotentCalls } from './idempotent-calls.js';

/** Longer than the decoding of two recordings and the recogniser together. */
const CREATION_MS = 120_000;

const idempotencyOf = (source: DataSource, clock: Clock): Idempotency =>
  new Idempotency(new PostgresIdempotencyStore(source), clock, { lockMs: CREATION_MS });

@Module({
  providers: [
    { provide: Idempotency, inject: [DataSource, Clock], useFactory: idempotencyOf },
    IdempotentCalls,
  ],
  exports: [IdempotentCalls],
})
export class HttpModule {}
