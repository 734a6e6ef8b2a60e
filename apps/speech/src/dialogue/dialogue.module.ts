import { Module } from '@nestjs/common';
import { SynthesisModule } from '../synthesis/synthesis.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { DialogueService } from './dialogue-service.js';
import { DialogueSpeaking, UnmeteredDialogues } from './dialogue-speaking.js';
import { DialogueController } from './dialogue.controller.js';
import { MeteredDialogues } from './metered-dialogues.js';

@Module({
  imports: [SynthesisModule, UsageModule],
  providers: [
    { provide: UnmeteredDialogues, useClass: DialogueService },
    { provide: DialogueSpeaking, useClass: MeteredDialogues },
  ],
  controllers: [DialogueController],
  exports: [DialogueSpeaking],
})
export class DialogueModule {}
