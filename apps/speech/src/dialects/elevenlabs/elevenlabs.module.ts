import { Module } from '@nestjs/common';
import { DialogueModule } from '../../dialogue/dialogue.module.js';
import { LexiconsModule } from '../../lexicons/lexicons.module.js';
import { SynthesisModule } from '../../synthesis/synthesis.module.js';
import { TranscriptionModule } from '../../transcription/transcription.module.js';
import { VoicesModule } from '../../voices/voices.module.js';
import { ElevenLabsDialogueController } from './elevenlabs-dialogue.controller.js';
import { ElevenLabsDictionariesController } from './elevenlabs-dictionaries.controller.js';
import { ElevenLabsTranscriptsController } from './elevenlabs-transcripts.controller.js';
import { ElevenLabsVoicesController } from './elevenlabs-voices.controller.js';
import { ElevenLabsController } from './elevenlabs.controller.js';

@Module({
  imports: [DialogueModule, LexiconsModule, SynthesisModule, TranscriptionModule, VoicesModule],
  controllers: [
    ElevenLabsController,
    ElevenLabsDialogueController,
    ElevenLabsDictionariesController,
    ElevenLabsTranscriptsController,
    ElevenLabsVoicesController,
  ],
})
export class ElevenLabsModule {}
