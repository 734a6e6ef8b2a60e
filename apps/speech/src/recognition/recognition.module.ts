import { Module } from '@nestjs/common';
import { ProgramsModule } from '../programs/programs.module.js';
import { ProgramListeners } from './program-listeners.js';
import { Recogniser } from './recogniser.js';
import { SpeakerCheck } from './speaker-check.js';
import { SpeechActivity } from './speech-activity.js';
import { SherpaStreamingListener } from './sherpa-streaming-listener.js';
import { StreamingTranscriber } from './streaming-transcriber.js';
import { Transcriber } from './transcriber.js';

/** Binds those who listen: which ones, the installation's models decide. */
const inject = [ProgramListeners];

@Module({
  imports: [ProgramsModule],
  providers: [
    ProgramListeners,
    { provide: Recogniser, inject, useFactory: (all: ProgramListeners) => all.recogniser },
    { provide: Transcriber, inject, useFactory: (all: ProgramListeners) => all.transcriber },
    { provide: StreamingTranscriber, useClass: SherpaStreamingListener },
    { provide: SpeechActivity, inject, useFactory: (all: ProgramListeners) => all.activity },
    { provide: SpeakerCheck, inject, useFactory: (all: ProgramListeners) => all.speakers },
  ],
  exports: [Recogniser, SpeakerCheck, SpeechActivity, StreamingTranscriber, Transcriber],
})
export class RecognitionModule {}
