import { Module } from '@nestjs/common';
import { PoolMetrics } from './pool-metrics.js';
import { ProgramPools } from './program-pools.js';

@Module({ providers: [PoolMetrics, ProgramPools], exports: [ProgramPools] })
export class ProgramsModule {}
