import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeys, CreateApiKeys1763700000000 } from '@sextant/platform-api-keys';
import { CreateOutbox1763700000001 } from '@sextant/platform-events';
import { HealthModule } from '@sextant/platform-health';
import { CreateIdempotency1763800000000 } from '@sextant/platform-idempotency';
import type { Logger } from '@sextant/platform-logging';
import { PostgresModule, PostgresProbe } from '@sextant/platform-postgres';
import { RateLimiters, RateLimitModule } from '@sextant/platform-rate-limit';
import { Metrics } from '@sextant/platform-telemetry';
import { AccessModule } from './access.module.js';
import { CreateBookWebhooks1764200000001 } from './books/create-book-webhooks.migration.js';
import { CreateBooks1764100000000 } from './books/create-books.migration.js';
import { CreateLexicons1764100000001 } from './lexicons/create-lexicons.migration.js';
import { CreateWatermarkKeys1764200000000 } from './watermark/create-watermark-keys.migration.js';
import { CreateUsage1764200000002 } from './usage/create-usage.migration.js';
import { CreateVoices1764000000000 } from './cloning/create-voices.migration.js';
import { PoolMetrics } from './programs/pool-metrics.js';
import { BooksModule } from './books.module.js';
import type { SpeechConfig } from './config.js';
import { SCOPES } from './access/scopes.js';
import { EngineModule } from './engine.module.js';
import { ScopeGuard } from './access/caller.js';
import { DialogueController } from './dialogue/dialogue.controller.js';
import { LexiconsController } from './lexicons/lexicons.controller.js';
import { OpenAiModelsController } from './dialects/openai/openai-models.controller.js';
import { ElevenLabsController } from './dialects/elevenlabs/elevenlabs.controller.js';
import { EnginesProbe } from './engines/engines.probe.js';
import { SynthesisController } from './speech/synthesis.controller.js';
import { UsageController } from './usage/usage.controller.js';
import { LiveModule } from './live.module.js';
import { StorageModule } from './storage.module.js';
import { VoicesModule } from './voices.module.js';

const CONFIG = Symbol('SpeechConfig');

/** Stores the first keys. */
@Injectable()
class Lifecycle implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: SpeechConfig,
    private readonly keys: ApiKeys,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.adopt('default', this.config.bootstrapApiKey);
    await this.adopt('other', this.config.bootstrapOtherApiKey);
  }

  private async adopt(owner: string, secret: string | undefined): Promise<void> {
    if (secret === undefined) return;
    await this.keys.adopt({ owner, label: 'first key', scopes: SCOPES }, secret);
  }
}

const CONTROLLERS = [
  SynthesisController,
  DialogueController,
  OpenAiModelsController,
  LexiconsController,
  ElevenLabsController,
  UsageController,
];

export const MIGRATIONS = [
  CreateApiKeys1763700000000,
  CreateOutbox1763700000001,
  CreateIdempotency1763800000000,
  CreateVoices1764000000000,
  CreateBooks1764100000000,
  CreateLexicons1764100000001,
  CreateWatermarkKeys1764200000000,
  CreateBookWebhooks1764200000001,
  CreateUsage1764200000002,
];

/** The root; it and the modules beside it are the only places that bind ports to adapters. */
@Module({})
export class AppModule {
  static register(config: SpeechConfig, logger: Logger): DynamicModule {
    const metrics = new Metrics('speech');
    const surroundings = { logger, metrics, pools: new PoolMetrics(metrics) };
    return {
      module: AppModule,
      imports: [
        PostgresModule.register({ config, logger, app: 'speech', migrations: MIGRATIONS, metrics }),
        RateLimitModule.register({ app: 'speech', redisUrl: config.redisUrl, logger, metrics }),
        AccessModule.register(),
        StorageModule.register(config, surroundings),
        EngineModule.register(config, surroundings),
        VoicesModule.register(config, surroundings),
        BooksModule.register(config, surroundings),
        LiveModule.register(config, surroundings),
        HealthModule.register({ probes: [PostgresProbe, RateLimiters, EnginesProbe] }),
      ],
      controllers: CONTROLLERS,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Metrics, useValue: metrics },
        { provide: APP_GUARD, useClass: ScopeGuard },
        Lifecycle,
      ],
    };
  }
}
