import { Module, type DynamicModule } from '@nestjs/common';
import { ApiKeys, PostgresApiKeyStore } from '@sextant/platform-api-keys';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { DataSource } from 'typeorm';

/** Binds keys. */
@Module({})
export class AccessModule {
  static register(): DynamicModule {
    return {
      module: AccessModule,
      global: true,
      providers: [{ provide: ApiKeys, inject: [DataSource], useFactory: apiKeys }],
      exports: [ApiKeys],
    };
  }
}

const apiKeys = (source: DataSource): ApiKeys =>
  new ApiKeys({
    store: new PostgresApiKeyStore(source),
    clock: systemClock,
    ids: randomIds,
    random: secureRandom,
  });
