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
import { ChatEngine } from './adapters/chat/chat-engine.js';
import type { TranslationEngine } from './domain/translation-engine.js';
import type { TranslateConfig } from './config.js';
import { TermMatchers } from './domain/term-matchers.js';
import { Translator } from './domain/translator.js';
import { nothingStored } from './adapters/nothing-stored.js';
import { SCOPES } from './http/auth-key.js';
import { EngineProbe } from './http/engine.probe.js';
import { LanguagesV3Controller } from './http/languages-v3.controller.js';
import { LanguagesController } from './http/languages.controller.js';
import { TranslateController } from './http/translate.controller.js';

const CONFIG = Symbol('TranslateConfig');
/** In the order of preference. */
const ENGINES = Symbol('TranslationEngines');

/** Owner of the keys that come with the environment. */
const FIRST_OWNER = 'default';

/** Stores the first keys. */
@Injectable()
class Lifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(CONFIG) private readonly config: TranslateConfig,
    @Inject(ApiKeys) private readonly keys: ApiKeys,
    @Inject(RateLimiters) private readonly limiters: RateLimiters,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { bootstrapAuthKey, bootstrapAdminKey } = this.config;
    await this.adopt('first key', [SCOPES.translate], bootstrapAuthKey);
    await this.adopt('first admin key', [SCOPES.translate, SCOPES.admin], bootstrapAdminKey);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.limiters.close();
  }

  private async adopt(label: string, scopes: readonly string[], secret?: string): Promise<void> {
    if (secret !== undefined) await this.keys.adopt({ owner: FIRST_OWNER, label, scopes }, secret);
  }
}

/** Warms the engines, and stops them at the end. */
@Injectable()
class EngineLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(CONFIG) private readonly config: TranslateConfig,
    @Inject(ApertiumEngine) private readonly apertium: ApertiumEngine,
    @Inject(ENGINES) private readonly engines: readonly TranslationEngine[],
  ) {}

  /** In the background: requests start what they need themselves. */
  onApplicationBootstrap(): void {
    void this.prepare();
  }

  async onApplicationShutdown(): Promise<void> {
    for (const engine of this.engines) await engine.close();
  }

  private async prepare(): Promise<void> {
    await this.apertium.warm(this.config.apertiumWarm ?? []);
    if (this.config.apertiumSelfTest) await this.apertium.selfTest();
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
          probes: [PostgresProbe, ...engineNames(config).map(probeOf)],
          imports: [EngineModule.register(config, logger)],
        }),
      ],
      controllers: [TranslateController, LanguagesController, LanguagesV3Controller],
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
        EngineLifecycle,
      ],
    };
  }
}

/** The engines, the translator on top of them, and the probes that report them. */
@Module({})
class EngineModule {
  static register(config: TranslateConfig, logger: Logger): DynamicModule {
    return {
      module: EngineModule,
      global: true,
      providers: [
        { provide: ApertiumEngine, useFactory: () => apertiumOf(config, logger) },
        {
          provide: ENGINES,
          inject: [ApertiumEngine],
          useFactory: (apertium: ApertiumEngine): readonly TranslationEngine[] => [
            apertium,
            ...chatOf(config),
          ],
        },
        {
          provide: Translator,
          inject: [ENGINES, ApertiumEngine],
          useFactory: (engines: readonly TranslationEngine[], apertium: ApertiumEngine) =>
            new Translator({
              engines,
              detector: new EldLanguageDetector(),
              terms: new TermMatchers(nothingStored, apertium.morphology),
              memory: nothingStored,
              styleRules: nothingStored,
            }),
        },
        ...engineNames(config).map((name) => ({
          provide: probeOf(name),
          inject: [ENGINES],
          useFactory: (engines: readonly TranslationEngine[]) => new EngineProbe(name, engines),
        })),
      ],
      exports: [ApertiumEngine, ENGINES, Translator, ...engineNames(config).map(probeOf)],
    };
  }
}

/** One probe for each engine, so that readiness lists them all. */
const engineNames = (config: TranslateConfig): readonly string[] =>
  config.chatBaseUrl === undefined ? ['apertium'] : ['apertium', 'chat'];

const probeOf = (name: string): symbol => Symbol.for(`translate engine probe: ${name}`);

const apertiumOf = (config: TranslateConfig, logger: Logger): ApertiumEngine =>
  new ApertiumEngine(
    {
      modeDirectories: [config.apertiumModesDir],
      maxPipelines: config.apertiumMaxPipelines,
      memoryBytes: config.apertiumMemoryMib * 1024 * 1024,
    },
    logger,
  );

const chatOf = (config: TranslateConfig): readonly TranslationEngine[] =>
  config.chatBaseUrl === undefined
    ? []
    : [
        new ChatEngine({
          baseUrl: config.chatBaseUrl,
          apiKey: config.chatApiKey,
          model: config.chatModel,
          timeoutMs: config.chatTimeoutMs,
          concurrency: config.chatConcurrency,
          languages: config.chatLanguages,
        }),
      ];
