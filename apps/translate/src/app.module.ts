import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
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
import { ApertiumEngine } from './adapters/apertium/apertium-engine.js';
import { EldLanguageDetector } from './adapters/eld-language-detector.js';
import type { TranslateConfig } from './config.js';
import { TermMatchers } from './domain/term-matchers.js';
import { Translator } from './domain/translator.js';
import { noMorphology } from './domain/morphology.js';
import { nothingStored } from './adapters/nothing-stored.js';
import { SCOPES } from './http/auth-key.js';
import { EngineProbe } from './http/engine.probe.js';
import { LanguagesController } from './http/languages.controller.js';
import { TranslateController } from './http/translate.controller.js';

const CONFIG = Symbol('TranslateConfig');

/** Owner of the keys that come with the environment. */
const FIRST_OWNER = 'default';

/** Stores the first keys, warms the engine, and stops it at the end. */
@Injectable()
class Lifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(CONFIG) private readonly config: TranslateConfig,
    @Inject(ApiKeys) private readonly keys: ApiKeys,
    @Inject(ApertiumEngine) private readonly engine: ApertiumEngine,
    @Inject(RateLimiters) private readonly limiters: RateLimiters,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { bootstrapAuthKey, bootstrapAdminKey } = this.config;
    await this.adopt('first key', [SCOPES.translate], bootstrapAuthKey);
    await this.adopt('first admin key', [SCOPES.translate, SCOPES.admin], bootstrapAdminKey);
    void this.prepareEngine();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
    await this.limiters.close();
  }

  private async adopt(label: string, scopes: readonly string[], secret?: string): Promise<void> {
    if (secret !== undefined) await this.keys.adopt({ owner: FIRST_OWNER, label, scopes }, secret);
  }

  /** In the background: requests start what they need themselves. */
  private async prepareEngine(): Promise<void> {
    await this.engine.warm(this.config.apertiumWarm ?? []);
    if (this.config.apertiumSelfTest) await this.engine.selfTest();
  }
}

/** The only place that binds ports to adapters. */
@Module({})
export class AppModule {
  static register(config: TranslateConfig, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PostgresModule.register({
          config,
          logger,
          app: 'translate',
          migrations: [CreateApiKeys1763700000000],
        }),
        HealthModule.register({
          probes: [PostgresProbe, EngineProbe],
          imports: [EngineModule.register(config, logger)],
        }),
      ],
      controllers: [TranslateController, LanguagesController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: RateLimiters, useFactory: () => new RateLimiters('translate', config.redisUrl) },
        {
          provide: ApiKeys,
          inject: [DataSource],
          useFactory: (source: DataSource) =>
            new ApiKeys({
              store: new PostgresApiKeyStore(source),
              clock: systemClock,
              ids: randomIds,
              random: secureRandom,
            }),
        },
        Lifecycle,
      ],
    };
  }
}

/** The engine, the translator on top of it, and the probe that reports it. */
@Module({})
class EngineModule {
  static register(config: TranslateConfig, logger: Logger): DynamicModule {
    return {
      module: EngineModule,
      global: true,
      providers: [
        {
          provide: ApertiumEngine,
          useFactory: () =>
            new ApertiumEngine(
              {
                modeDirectories: [config.apertiumModesDir],
                maxPipelines: config.apertiumMaxPipelines,
              },
              logger,
            ),
        },
        {
          provide: Translator,
          inject: [ApertiumEngine],
          useFactory: (engine: ApertiumEngine) =>
            new Translator({
              engines: [engine],
              detector: new EldLanguageDetector(),
              terms: new TermMatchers(nothingStored, noMorphology),
              memory: nothingStored,
              styleRules: nothingStored,
            }),
        },
        {
          provide: EngineProbe,
          inject: [ApertiumEngine],
          useFactory: (engine: ApertiumEngine) => new EngineProbe(engine),
        },
      ],
      exports: [ApertiumEngine, Translator, EngineProbe],
    };
  }
}
