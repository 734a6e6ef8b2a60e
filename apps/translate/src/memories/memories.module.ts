import { Module } from '@nestjs/common';
import { PostgresTranslationMemoryStore } from './postgres-translation-memory-store.js';
import { MemoryLookup } from './search/memory-lookup.js';
import { MemorySearcher } from './search/memory-search.js';
import { MemoryThread } from './search/memory-thread.js';
import { TranslationMemories } from './translation-memories.js';
import { TranslationMemoryStore } from './translation-memory.js';

@Module({
  providers: [
    TranslationMemories,
    { provide: MemoryLookup, useExisting: TranslationMemories },
    { provide: TranslationMemoryStore, useClass: PostgresTranslationMemoryStore },
    { provide: MemorySearcher, useClass: MemoryThread },
  ],
  exports: [TranslationMemories, MemoryLookup],
})
export class MemoriesModule {}
