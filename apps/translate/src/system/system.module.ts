import { Module } from '@nestjs/common';
import { MemoryTransfersModule } from '../memories/transfers/memory-transfers.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { FirstKeys } from './first-keys.js';
import { Sweeper } from './sweeper.js';

@Module({ imports: [UsageModule, MemoryTransfersModule], providers: [FirstKeys, Sweeper] })
export class SystemModule {}
