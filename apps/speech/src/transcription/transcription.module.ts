import { Module } from '@nestjs/common';
import { RecognitionModule } from '../recognition/recognition.module.js';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { TranscriptionsController } from './transcriptions.controller.js';
import { Transcriptions } from './transcriptions.js';

@Module({
  imports: [RecognitionModule, RecordingsModule],
  providers: [Transcriptions],
  controllers: [TranscriptionsController],
})
export class TranscriptionModule {}
