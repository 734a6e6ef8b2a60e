import { Module } from '@nestjs/common';
import { MemoriesModule } from '../memories/transfers/memories.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { FirstKeys } from './first-keys.js';
import { Sweeper } from './sweeper.js';

@Module({ imports: [UsageModule, MemoriesModule], providers: [FirstKeys, Sweeper] })
export class SystemModule {}
