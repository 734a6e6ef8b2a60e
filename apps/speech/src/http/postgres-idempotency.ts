import type { Clock } from '@sextant/platform-runtime/clock';
import { Idempotency, PostgresIdempotencyStore } from '@sextant/platform-data/idempotency';
import type { DataSource } from 'typeorm';

/** Longer than the decoding of two recordings and the recogniser together. */
const CREATION_MS = 120_000;

export const idempotencyOf = (source: DataSource, clock: Clock): Idempotency =>
  new Idempotency(new PostgresIdempotencyStore(source), clock, { lockMs: CREATION_MS });
