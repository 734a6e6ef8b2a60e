import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { RecognitionModule } from '../recognition/recognition.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { ListeningMaker } from './listening-maker.js';
import { ListeningSessions } from './listening-sessions.js';
import { ListeningGateway } from './listening.gateway.js';
import { RealtimeGateway } from './openai/realtime.gateway.js';

@Module({
  imports: [AccessModule, RecognitionModule, UsageModule],
  providers: [ListeningGateway, ListeningMaker, ListeningSessions, RealtimeGateway],
})
export class ListeningModule {}
