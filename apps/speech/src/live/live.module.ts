import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { SynthesisModule } from '../synthesis/synthesis.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { LiveMaker } from './live-maker.js';
import { LiveSessions } from './live-sessions.js';
import { ElevenLabsLiveGateway } from './elevenlabs/elevenlabs-live.gateway.js';
import { LiveGateway } from './live.gateway.js';

@Module({
  imports: [AccessModule, SynthesisModule, UsageModule],
  providers: [ElevenLabsLiveGateway, LiveGateway, LiveMaker, LiveSessions],
})
export class LiveModule {}
