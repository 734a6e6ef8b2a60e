import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  ApiKeys,
  CreateApiKeys1763700000000,
  PostgresApiKeyStore,
} from '@sextant/platform-api-keys';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { HealthModule } from '@sextant/platform-health';
import type { Logger } from '@sextant/platform-logging';
import { PostgresModule, PostgresProbe } from '@sextant/platform-postgres';
import { RateLimiters } from '@sextant/platform-rate-limit';
import { DataSource } from 'typeorm';
import type { SpeechConfig } from './config.js';
import { SCOPES } from './domain/scopes.js';
import { EngineModule } from './engine.module.js';
import { ScopeGuard } from './http/caller.js';
import { DialogueController } from './http/dialogue.controller.js';
import { EnginesProbe } from './http/engines.probe.js';
import { SynthesisController } from './http/synthesis.controller.js';

const CONFIG = Symbol('SpeechConfig');

/** Stores the first keys. */
@Injectable()
class Lifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(CONFIG) private readonly config: SpeechConfig,
    @Inject(ApiKeys) private readonly keys: ApiKeys,
    @Inject(RateLimiters) private readonly limiters: RateLimiters,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.adopt('default', this.config.bootstrapApiKey);
    await this.adopt('other', this.config.bootstrapOtherApiKey);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.limiters.close();
  }

  private async adopt(owner: string, secret: string | undefined): Promise<void> {
    if (secret === undefined) return;
    await this.keys.adopt({ owner, label: 'first key', scopes: SCOPES }, secret);
  }
}

const CONTROLLERS = [SynthesisController, DialogueController];

const MIGRATIONS = [CreateApiKeys1763700000000];

const apiKeys = (source: DataSource): ApiKeys =>
  new ApiKeys({
    store: new PostgresApiKeyStore(source),
    clock: systemClock,
    ids: randomIds,
    random: secureRandom,
  });

/** The root; it and the modules beside it are the only places that bind ports to adapters. */
@Module({})
export class AppModule {
  static register(config: SpeechConfig, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PostgresModule.register({ config, logger, app: 'speech', migrations: MIGRATIONS }),
        EngineModule.register(config, logger),
        HealthModule.register({ probes: [PostgresProbe, EnginesProbe] }),
      ],
      controllers: CONTROLLERS,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: RateLimiters, useFactory: () => new RateLimiters('speech', config.redisUrl) },
        { provide: ApiKeys, inject: [DataSource], useFactory: apiKeys },
        { provide: APP_GUARD, useClass: ScopeGuard },
        Lifecycle,
      ],
    };
  }
}
