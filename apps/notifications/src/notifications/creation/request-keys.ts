import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Idempotency, IdempotencyStore } from '@sextant/platform-data/idempotency';

/** Short: a creation that is begun again under its key is the same one. */
const LOCK_MS = 5000;

/** Idempotency keys of requests. */
@Injectable()
export class RequestKeys extends Idempotency {
  constructor(keys: IdempotencyStore, clock: Clock) {
    super(keys, clock, { lockMs: LOCK_MS });
  }
}
