import { Module } from '@nestjs/common';
import { LoadedModels } from './loaded-models.js';
import { PoolMetrics } from './pool-metrics.js';
import { ProgramPools } from './program-pools.js';

@Module({ providers: [LoadedModels, PoolMetrics, ProgramPools], exports: [ProgramPools] })
export class ProgramsModule {}
