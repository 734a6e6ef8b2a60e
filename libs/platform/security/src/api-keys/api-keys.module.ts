import { Module, type DynamicModule } from '@nestjs/common';
import { Clock, Ids, Random } from '@sextant/platform-runtime/clock';
import { DataSource } from 'typeorm';
import { ApiKeys } from './api-keys.js';
import { PostgresApiKeyStore } from './postgres-api-key-store.js';

const apiKeysOf = (source: DataSource, clock: Clock, ids: Ids, random: Random): ApiKeys =>
  new ApiKeys({ store: new PostgresApiKeyStore(source), clock, ids, random });

/** Provides `ApiKeys`, which are kept in the app's own database. */
@Module({})
export class ApiKeysModule {
  static forRoot(): DynamicModule {
    return {
      module: ApiKeysModule,
      global: true,
      providers: [
        { provide: ApiKeys, inject: [DataSource, Clock, Ids, Random], useFactory: apiKeysOf },
      ],
      exports: [ApiKeys],
    };
  }
}
