function _ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function _ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
function _ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
import { Inject, Injectable, Module } from '@nestjs/common';
import { ApiKeys, CreateApiKeys1763700000000 } from '@sextant/platform-api-keys';
import { HealthModule } from '@sextant/platform-health';
import { PostgresModule, PostgresProbe } from '@sextant/platform-postgres';
import { RateLimiters } from '@sextant/platform-rate-limit';
import { CreateGlossaries1763700000010 } from './adapters/postgres/create-glossaries.migration.js';
import { CreateStyleRules1763700000012 } from './adapters/postgres/create-style-rules.migration.js';
import { CreateTranslationMemories1763700000013 } from './adapters/postgres/create-translation-memories.migration.js';
import { CreateUsage1763700000011 } from './adapters/postgres/create-usage.migration.js';
import { PostgresMemoryJobStore } from './adapters/postgres/postgres-memory-job-store.js';
import { PostgresUsageLedger } from './adapters/postgres/postgres-usage-ledger.js';
import { Sweeper } from './adapters/postgres/sweeper.js';
import { FREE_SUFFIX, SCOPES } from './domain/developer-keys.js';
import { AnalyticsController } from './http/analytics.controller.js';
import { CustomInstructionsController } from './http/custom-instructions.controller.js';
import { DeveloperKeysController } from './http/developer-keys.controller.js';
import { EngineProbe } from './http/engine.probe.js';
import { GlossariesV2Controller } from './http/glossaries-v2.controller.js';
import { GlossariesV3Controller } from './http/glossaries-v3.controller.js';
import { GlossaryLanguagesController } from './http/glossary-languages.controller.js';
import { LanguagesController } from './http/languages.controller.js';
import { MemoryTransfersController } from './http/memory-transfers.controller.js';
import { PublicUrl } from './http/public-url.js';
import { StyleRulesController } from './http/style-rules.controller.js';
import { TranslateController } from './http/translate.controller.js';
import { TranslationMemoriesController } from './http/translation-memories.controller.js';
import { UsageController } from './http/usage.controller.js';
import { EngineModule, Engines } from './engine.module.js';
import { LibraryModule } from './library.module.js';
import { MeteringModule } from './metering.module.js';
const CONFIG = Symbol('TranslateConfig');
/** Owner of the keys that come with the environment. */ const FIRST_OWNER = 'default';
/** Stores the first keys, warms the engine, and stops it at the end. */ let Lifecycle = class Lifecycle {
    constructor(config, keys, engines, sweeper, limiters){
        this.config = config;
        this.keys = keys;
        this.engines = engines;
        this.sweeper = sweeper;
        this.limiters = limiters;
    }
    async onApplicationBootstrap() {
        const { bootstrapAuthKey, bootstrapAdminKey } = this.config;
        await this.adopt('first key', [
            SCOPES.translate
        ], bootstrapAuthKey);
        await this.adopt('first admin key', [
            SCOPES.translate,
            SCOPES.admin
        ], bootstrapAdminKey);
        this.sweeper.start();
        void this.prepareEngine();
    }
    async onApplicationShutdown() {
        this.sweeper.stop();
        await Promise.all(this.engines.all.map((engine)=>engine.close()));
        await this.limiters.close();
    }
    async adopt(label, scopes, secret) {
        if (secret === undefined) return;
        const plan = secret.endsWith(`:${FREE_SUFFIX}`) ? [
            SCOPES.freePlan
        ] : [];
        await this.keys.adopt({
            owner: FIRST_OWNER,
            label,
            scopes: [
                ...scopes,
                ...plan
            ]
        }, secret);
    }
    /** In the background: requests start what they need themselves. */ async prepareEngine() {
        const { apertium } = this.engines;
        await apertium.warm(this.config.apertiumWarm ?? []);
        if (this.config.apertiumSelfTest) await apertium.selfTest();
    }
};
Lifecycle = _ts_decorate([
    Injectable(),
    _ts_param(0, Inject(CONFIG)),
    _ts_param(1, Inject(ApiKeys)),
    _ts_param(2, Inject(Engines)),
    _ts_param(3, Inject(Sweeper)),
    _ts_param(4, Inject(RateLimiters)),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof TranslateConfig === "undefined" ? Object : TranslateConfig,
        typeof ApiKeys === "undefined" ? Object : ApiKeys,
        typeof Engines === "undefined" ? Object : Engines,
        typeof Sweeper === "undefined" ? Object : Sweeper,
        typeof RateLimiters === "undefined" ? Object : RateLimiters
    ])
], Lifecycle);
const CONTROLLERS = [
    TranslateController,
    LanguagesController,
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
    AnalyticsController
];
const MIGRATIONS = [
    CreateApiKeys1763700000000,
    CreateGlossaries1763700000010,
    CreateUsage1763700000011,
    CreateStyleRules1763700000012,
    CreateTranslationMemories1763700000013
];
export class AppModule {
    static register(config, logger) {
        return {
            module: AppModule,
            imports: [
                PostgresModule.register({
                    config,
                    logger,
                    app: 'translate',
                    migrations: MIGRATIONS
                }),
                LibraryModule,
                MeteringModule.register({
                    pro: config.characterLimit,
                    free: config.freeCharacterLimit
                }),
                EngineModule.register(config, logger),
                HealthModule.register({
                    probes: [
                        PostgresProbe,
                        EngineProbe
                    ]
                })
            ],
            controllers: CONTROLLERS,
            providers: [
                {
                    provide: CONFIG,
                    useValue: config
                },
                {
                    provide: RateLimiters,
                    useFactory: ()=>new RateLimiters('translate', config.redisUrl)
                },
                {
                    provide: PublicUrl,
                    useFactory: ()=>new PublicUrl(config.publicUrl)
                },
                {
                    provide: Sweeper,
                    inject: [
                        PostgresUsageLedger,
                        PostgresMemoryJobStore
                    ],
                    useFactory: (ledger, jobs)=>new Sweeper([
                            (before)=>ledger.sweepBatches(before),
                            (before)=>jobs.sweep(before)
                        ], logger)
                },
                Lifecycle
            ]
        };
    }
}
AppModule = _ts_decorate([
    Module({})
], AppModule);

//# sourceMappingURL=app.module.js.map