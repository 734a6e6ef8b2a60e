import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { ConcordanceController } from '../concordance.controller.js';
import { FileBodies } from '../file-body.js';
import { PostgresTranslationMemoryStore } from '../postgres-translation-memory-store.js';
import { MemoryMatchesController } from '../memory-matches.controller.js';
import { MemoryLookup } from '../search/memory-lookup.js';
import { MemorySearcher } from '../search/memory-search.js';
import { MemoryThread } from '../search/memory-thread.js';
import { TranslationMemories } from '../translation-memories.js';
import { TranslationMemoriesController } from '../translation-memories.controller.js';
import { TranslationMemoryStore } from '../translation-memory.js';
import { MemoryJobs, MemoryJobStore } from './memory-jobs.js';
import { MemoryTransfersController } from './memory-transfers.controller.js';
import { PostgresMemoryJobStore } from './postgres-memory-job-store.js';

@Module({
  imports: [HttpModule],
  providers: [
    TranslationMemories,
    MemoryJobs,
    FileBodies,
    { provide: MemoryLookup, useExisting: TranslationMemories },
    { provide: TranslationMemoryStore, useClass: PostgresTranslationMemoryStore },
    { provide: MemorySearcher, useClass: MemoryThread },
    { provide: MemoryJobStore, useClass: PostgresMemoryJobStore },
  ],
  // These routes come first: `import`, `jobs` and `concordance` are no ids.
  controllers: [
    MemoryTransfersController,
    ConcordanceController,
    MemoryMatchesController,
    TranslationMemoriesController,
  ],
  exports: [TranslationMemories, MemoryLookup, MemoryJobStore],
})
export class MemoriesModule {}
