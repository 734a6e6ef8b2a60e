import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type Provider,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ApiKeys, CreateApiKeys1763700000000 } from '@sextant/platform-api-keys';
import { HealthModule } from '@sextant/platform-health';
import type { Logger } from '@sextant/platform-logging';
import { PostgresModule, PostgresProbe } from '@sextant/platform-postgres';
import { RateLimiters, RateLimitModule } from '@sextant/platform-rate-limit';
import { Metrics } from '@sextant/platform-telemetry';
import { CreateDocuments1763700000014 } from './documents/create-documents.migration.js';
import { CreateRememberedSegments1763700000015 } from './documents/segments/create-remembered-segments.migration.js';
import { CreateGlossaries1763700000010 } from './glossaries/create-glossaries.migration.js';
import { CreateStyleRules1763700000012 } from './style-rules/create-style-rules.migration.js';
import { CreateTranslationMemories1763700000013 } from './memories/create-translation-memories.migration.js';
import { CreateUsage1763700000011 } from './usage/create-usage.migration.js';
import { PostgresMemoryJobStore } from './memories/transfers/postgres-memory-job-store.js';
import { PostgresUsageLedger } from './usage/postgres-usage-ledger.js';
import { Sweeper } from './database/sweeper.js';
import type { TranslateConfig } from './config.js';
import { FREE_SUFFIX, SCOPES } from './access/scopes.js';
import { TranslationMemories } from './memories/translation-memories.js';
import { AnalyticsController } from './usage/analytics.controller.js';
import { CustomInstructionsController } from './style-rules/custom-instructions.controller.js';
import { DeveloperKeysController } from './developer-keys/developer-keys.controller.js';
import { DocumentAlignmentsController } from './documents/alignment/document-alignments.controller.js';
import { DocumentsController } from './documents/documents.controller.js';
import { GlossariesV2Controller } from './glossaries/glossaries-v2.controller.js';
import { GlossariesV3Controller } from './glossaries/glossaries-v3.controller.js';
import { GlossaryLanguagesController } from './language-lists/glossary-languages.controller.js';
import { LanguagesV3Controller } from './language-lists/languages-v3.controller.js';
import { LanguagesV2Controller } from './language-lists/languages-v2.controller.js';
import { MemoryTransfersController } from './memories/transfers/memory-transfers.controller.js';
import { PublicUrl } from './http/public-url.js';
import { StyleRulesController } from './style-rules/style-rules.controller.js';
import { TranslateController } from './translation/translate.controller.js';
import { TranslationMemoriesController } from './memories/translation-memories.controller.js';
import { UsageController } from './usage/usage.controller.js';
import { WriteController } from './writing/write.controller.js';
import { DocumentsModule } from './documents.module.js';
import { EngineModule, engineProbes, Engines } from './engine.module.js';
import { LibraryModule } from './library.module.js';
import { MeteringModule } from './metering.module.js';
import { WritingModule } from './writing.module.js';

const CONFIG = Symbol('TranslateConfig');

/** Owner of the keys that come with the environment. */
const FIRST_OWNER = 'default';

/** Stores the first keys, warms the engine, and stops what runs beside the service at the end. */
@Injectable()
class Lifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(CONFIG) private readonly config: TranslateConfig,
    @Inject(ApiKeys) private readonly keys: ApiKeys,
    @Inject(Engines) private readonly engines: Engines,
    @Inject(TranslationMemories) private readonly memories: TranslationMemories,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { bootstrapAuthKey, bootstrapAdminKey } = this.config;
    await this.adopt('first key', [SCOPES.translate], bootstrapAuthKey);
    await this.adopt('first admin key', [SCOPES.translate, SCOPES.admin], bootstrapAdminKey);
    void this.engines.prepare();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.engines.all, this.memories].map((each) => each.close()));
  }

  private async adopt(label: string, scopes: readonly string[], secret?: string): Promise<void> {
    if (secret === undefined) return;
    const plan = secret.endsWith(`:${FREE_SUFFIX}`) ? [SCOPES.freePlan] : [];
    await this.keys.adopt({ owner: FIRST_OWNER, label, scopes: [...scopes, ...plan] }, secret);
  }
}

const CONTROLLERS = [
  TranslateController,
  LanguagesV2Controller,
  LanguagesV3Controller,
  WriteController,
  DocumentsController,
  DocumentAlignmentsController,
  UsageController,
  GlossariesV2Controller,
  GlossariesV3Controller,
  GlossaryLanguagesController,
  // Before the memories: `import` and `jobs` are no ids.
  MemoryTransfersController,
  TranslationMemoriesController,
  StyleRulesController,
  CustomInstructionsController,
  DeveloperKeysController,
  AnalyticsController,
];

export const MIGRATIONS = [
  CreateApiKeys1763700000000,
  CreateGlossaries1763700000010,
  CreateUsage1763700000011,
  CreateStyleRules1763700000012,
  CreateTranslationMemories1763700000013,
  CreateDocuments1763700000014,
  CreateRememberedSegments1763700000015,
];

const sweeper = (logger: Logger): Provider => ({
  provide: Sweeper,
  inject: [PostgresUsageLedger, PostgresMemoryJobStore],
  useFactory: (ledger: PostgresUsageLedger, jobs: PostgresMemoryJobStore) =>
    new Sweeper([(before) => ledger.sweepBatches(before), (before) => jobs.sweep(before)], logger),
});

/** The root; it and the modules beside it are the only places that bind ports to adapters. */
@Module({})
export class AppModule {
  static register(config: TranslateConfig, logger: Logger): DynamicModule {
    const metrics = new Metrics('translate');
    return {
      module: AppModule,
      imports: [
        PostgresModule.register({
          config,
          logger,
          app: 'translate',
          migrations: MIGRATIONS,
          metrics,
        }),
        LibraryModule.register(config),
        RateLimitModule.register({
          app: 'translate',
          redisUrl: config.redisUrl,
          logger,
          metrics,
        }),
        MeteringModule.register(
          { pro: config.characterLimit, free: config.freeCharacterLimit },
          metrics,
        ),
        EngineModule.register(config, logger, metrics),
        WritingModule.register(config),
        DocumentsModule.register(config, logger),
        HealthModule.register({
          probes: [PostgresProbe, RateLimiters, ...engineProbes(config)],
        }),
      ],
      controllers: CONTROLLERS,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Metrics, useValue: metrics },
        { provide: PublicUrl, useFactory: () => new PublicUrl(config.publicUrl) },
        sweeper(logger),
        Lifecycle,
      ],
    };
  }
}
