import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { SynthesisModule } from '../synthesis/synthesis.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { LiveMaker } from './live-maker.js';
import { LiveSessions } from './live-sessions.js';
import { LiveServer } from './live.gateway.js';

@Module({
  imports: [AccessModule, SynthesisModule, UsageModule],
  providers: [LiveMaker, LiveServer, LiveSessions],
  exports: [LiveServer],
})
export class LiveModule {}
