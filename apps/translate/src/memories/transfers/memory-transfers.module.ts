import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { MemoriesModule } from '../memories.module.js';
import { MemoryJobs, MemoryJobStore } from './memory-jobs.js';
import { MemoryTransfersController } from './memory-transfers.controller.js';
import { PostgresMemoryJobStore } from './postgres-memory-job-store.js';

@Module({
  imports: [HttpModule, MemoriesModule],
  providers: [MemoryJobs, { provide: MemoryJobStore, useClass: PostgresMemoryJobStore }],
  controllers: [MemoryTransfersController],
  exports: [MemoryJobStore],
})
export class MemoryTransfersModule {}
