import { Injectable } from '@nestjs/common';
import { ApiKeys, PostgresApiKeyStore } from '@sextant/platform-security/api-keys';
import { Clock, Ids, Random } from '@sextant/platform-runtime/clock';
import { DataSource } from 'typeorm';

/** The keys of tenants. */
@Injectable()
export class PostgresTenantKeys extends ApiKeys {
  constructor(source: DataSource, clock: Clock, ids: Ids, random: Random) {
    super({ store: new PostgresApiKeyStore(source), clock, ids, random });
  }
}
