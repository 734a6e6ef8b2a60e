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

/** What organizations store for their translations: glossaries, memories and style rules. */
@Module({
  providers: [
    {
      provide: Glossaries,
      inject: [DataSource],
      useFactory: (source: DataSource) =>
        new Glossaries({ store: new PostgresGlossaryStore(source), clock, ids }),
    },
    {
      provide: StyleRules,
      inject: [DataSource],
      useFactory: (source: DataSource) =>
        new StyleRules({ store: new PostgresStyleRuleStore(source), clock, ids }),
    },
    {
      provide: TranslationMemories,
      inject: [DataSource],
      useFactory: (source: DataSource) =>
        new TranslationMemories({
          store: new PostgresTranslationMemoryStore(source, ids),
          clock,
          ids,
        }),
    },
    {
      provide: PostgresMemoryJobStore,
      inject: [DataSource],
      useFactory: (source: DataSource) => new PostgresMemoryJobStore(source),
    },
    {
      provide: MemoryJobs,
      inject: [PostgresMemoryJobStore, TranslationMemories],
      useFactory: (store: PostgresMemoryJobStore, memories: TranslationMemories) =>
        new MemoryJobs({
          store,
          memories,
          clock,
          ids,
          random: secureRandom,
          maxFileBytes: MAX_TMX_BYTES,
        }),
    },
  ],
  exports: [Glossaries, StyleRules, TranslationMemories, MemoryJobs, PostgresMemoryJobStore],
})
export class LibraryModule {}
