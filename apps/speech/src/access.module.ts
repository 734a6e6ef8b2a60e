import { Module, type DynamicModule } from '@nestjs/common';
import { ApiKeys, PostgresApiKeyStore } from '@sextant/platform-api-keys';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { RateLimiters } from '@sextant/platform-rate-limit';
import { DataSource } from 'typeorm';
import type { SpeechConfig } from './config.js';

/** Binds keys and counters of requests. */
@Module({})
export class AccessModule {
  static register(config: SpeechConfig): DynamicModule {
    return {
      module: AccessModule,
      global: true,
      providers: [
        { provide: RateLimiters, useFactory: () => new RateLimiters('speech', config.redisUrl) },
        { provide: ApiKeys, inject: [DataSource], useFactory: apiKeys },
      ],
      exports: [RateLimiters, ApiKeys],
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
