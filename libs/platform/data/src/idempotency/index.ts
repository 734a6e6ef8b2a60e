export { fingerprintOf, Idempotency, IDEMPOTENCY_ERRORS } from './idempotency.js';
export type { IdempotencyOptions, IdempotentRequest, Outcome } from './idempotency.js';
export { IdempotencyStore, type IdempotencyEntry, type StartedEntry } from './idempotency-store.js';
export { MemoryIdempotencyStore } from './memory-store.js';
export { CreateIdempotency1763800000000, PostgresIdempotencyStore } from './postgres-store.js';
