import { Module } from '@nestjs/common';
import { ProgramsModule } from '../programs/programs.module.js';
import { ProgramDecoder } from './program-decoder.js';
import {
  RecordingDecoder,
  RecordingMarks,
  RecordingSamples,
  RecordingStreams,
} from './usable-recording.js';

@Module({
  imports: [ProgramsModule],
  providers: [
    ProgramDecoder,
    { provide: RecordingDecoder, useExisting: ProgramDecoder },
    { provide: RecordingSamples, useExisting: ProgramDecoder },
    { provide: RecordingStreams, useExisting: ProgramDecoder },
    { provide: RecordingMarks, useExisting: ProgramDecoder },
  ],
  exports: [RecordingDecoder, RecordingMarks, RecordingSamples, RecordingStreams],
})
export class RecordingsModule {}
