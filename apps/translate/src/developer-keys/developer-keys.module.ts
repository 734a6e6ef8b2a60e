import { Module } from '@nestjs/common';
import { UsageModule } from '../usage/usage.module.js';
import { DeveloperKeysController } from './developer-keys.controller.js';
import { DeveloperKeys } from './developer-keys.js';

@Module({
  imports: [UsageModule],
  providers: [DeveloperKeys],
  controllers: [DeveloperKeysController],
})
export class DeveloperKeysModule {}
