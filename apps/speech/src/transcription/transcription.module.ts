import { Module } from '@nestjs/common';
import { RecognitionModule } from '../recognition/recognition.module.js';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { TranscriptionsController } from './transcriptions.controller.js';
import { Transcriptions } from './transcriptions.js';

@Module({
  imports: [RecognitionModule, RecordingsModule, UsageModule],
  providers: [Transcriptions],
  controllers: [TranscriptionsController],
  exports: [Transcriptions],
})
export class TranscriptionModule {}
