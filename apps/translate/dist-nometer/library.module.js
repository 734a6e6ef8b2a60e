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
import { Module } from '@nestjs/common';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { DataSource } from 'typeorm';
import { PostgresGlossaryStore } from './adapters/postgres/postgres-glossary-store.js';
import { PostgresMemoryJobStore } from './adapters/postgres/postgres-memory-job-store.js';
import { PostgresStyleRuleStore } from './adapters/postgres/postgres-style-rule-store.js';
import { PostgresTranslationMemoryStore } from './adapters/postgres/postgres-translation-memory-store.js';
import { Glossaries } from './domain/glossaries.js';
import { MAX_TMX_BYTES } from './domain/memory-errors.js';
import { MemoryJobs } from './domain/memory-jobs.js';
import { StyleRules } from './domain/style-rules.js';
import { TranslationMemories } from './domain/translation-memories.js';
const clock = systemClock;
const ids = randomIds;
export class LibraryModule {
}
LibraryModule = _ts_decorate([
    Module({
        providers: [
            {
                provide: Glossaries,
                inject: [
                    DataSource
                ],
                useFactory: (source)=>new Glossaries({
                        store: new PostgresGlossaryStore(source),
                        clock,
                        ids
                    })
            },
            {
                provide: StyleRules,
                inject: [
                    DataSource
                ],
                useFactory: (source)=>new StyleRules({
                        store: new PostgresStyleRuleStore(source),
                        clock,
                        ids
                    })
            },
            {
                provide: TranslationMemories,
                inject: [
                    DataSource
                ],
                useFactory: (source)=>new TranslationMemories({
                        store: new PostgresTranslationMemoryStore(source, ids),
                        clock,
                        ids
                    })
            },
            {
                provide: PostgresMemoryJobStore,
                inject: [
                    DataSource
                ],
                useFactory: (source)=>new PostgresMemoryJobStore(source)
            },
            {
                provide: MemoryJobs,
                inject: [
                    PostgresMemoryJobStore,
                    TranslationMemories
                ],
                useFactory: (store, memories)=>new MemoryJobs({
                        store,
                        memories,
                        clock,
                        ids,
                        random: secureRandom,
                        maxFileBytes: MAX_TMX_BYTES
                    })
            }
        ],
        exports: [
            Glossaries,
            StyleRules,
            TranslationMemories,
            MemoryJobs,
            PostgresMemoryJobStore
        ]
    })
], LibraryModule);

//# sourceMappingURL=library.module.js.map