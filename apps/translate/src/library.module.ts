import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { DataSource } from 'typeorm';
import { MemoryThread } from './memories/search/memory-thread.js';
import { PostgresGlossaryStore } from './glossaries/postgres-glossary-store.js';
import { PostgresMemoryJobStore } from './memories/transfers/postgres-memory-job-store.js';
import { PostgresStyleRuleStore } from './style-rules/postgres-style-rule-store.js';
import { PostgresTranslationMemoryStore } from './memories/postgres-translation-memory-store.js';
import type { TranslateConfig } from './config.js';
import { Glossaries } from './glossaries/glossaries.js';
import { MAX_TMX_BYTES } from './memories/memory-errors.js';
import { MemoryJobs } from './memories/transfers/memory-jobs.js';
import { StyleRules } from './style-rules/style-rules.js';
import { TranslationMemories } from './memories/translation-memories.js';

const clock = systemClock;
const ids = randomIds;

const PROVIDERS: Provider[] = [
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
];

const memories = ({ memorySearchMs }: TranslateConfig): Provider => ({
  provide: TranslationMemories,
  inject: [DataSource],
  useFactory: (source: DataSource) =>
    new TranslationMemories({
      store: new PostgresTranslationMemoryStore(source, ids),
      searcher: new MemoryThread({ budgetMs: memorySearchMs }),
      clock,
      ids,
    }),
});

/** What organizations store for their translations: glossaries, memories and style rules. */
@Module({})
export class LibraryModule {
  static register(config: TranslateConfig): DynamicModule {
    return {
      module: LibraryModule,
      global: true,
      providers: [...PROVIDERS, memories(config)],
      exports: [Glossaries, StyleRules, TranslationMemories, MemoryJobs, PostgresMemoryJobStore],
    };
  }
}
