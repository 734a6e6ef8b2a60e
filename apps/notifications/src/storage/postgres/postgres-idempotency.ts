import { Injectable } from '@nestjs/common';
import { PostgresIdempotencyStore } from '@sextant/platform-data/idempotency';
import { DataSource } from 'typeorm';

@Injectable()
export class PostgresIdempotency extends PostgresIdempotencyStore {
  // oxlint-disable-next-line typescript/no-useless-constructor -- Nest reads its types
  constructor(source: DataSource) {
    super(source);
  }
}
