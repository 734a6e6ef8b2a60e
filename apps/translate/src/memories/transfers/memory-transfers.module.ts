import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { MemoriesModule } from '../memories.module.js';
import { TranslationMemoriesController } from '../translation-memories.controller.js';
import { MemoryJobs, MemoryJobStore } from './memory-jobs.js';
import { MemoryTransfersController } from './memory-transfers.controller.js';
import { PostgresMemoryJobStore } from './postgres-memory-job-store.js';

@Module({
  imports: [HttpModule, MemoriesModule],
  providers: [MemoryJobs, { provide: MemoryJobStore, useClass: PostgresMemoryJobStore }],
  // The routes of transfers come first: `import` and `jobs` are no ids.
  controllers: [MemoryTransfersController, TranslationMemoriesController],
  exports: [MemoryJobStore],
})
export class MemoryTransfersModule {}
