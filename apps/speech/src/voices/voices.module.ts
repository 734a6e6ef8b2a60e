import { Module } from '@nestjs/common';
import { CloningModule } from '../cloning/cloning.module.js';
import { EnginesModule } from '../engines/installation/engines.module.js';
import { HttpModule } from '../http/http.module.js';
import { SynthesisModule } from '../synthesis/synthesis.module.js';
import { ConsentAuditController } from './consent-audit.controller.js';
import { ConsentPolicy } from './consent.request.js';
import { PostgresCursorKey } from './postgres-cursor-key.js';
import { PreviewsController } from './previews.controller.js';
import { Previews } from './previews.js';
import { VoiceForms } from './voice.form.js';
import { VoiceLibrary } from './voice-library.js';
import { CursorKey, VoicePages } from './voice-pages.js';
import { VoicesController } from './voices.controller.js';

@Module({
  imports: [CloningModule, EnginesModule, HttpModule, SynthesisModule],
  providers: [
    ConsentPolicy,
    Previews,
    VoiceForms,
    VoiceLibrary,
    VoicePages,
    { provide: CursorKey, useClass: PostgresCursorKey },
  ],
  controllers: [VoicesController, PreviewsController, ConsentAuditController],
  exports: [VoiceLibrary, VoicePages],
})
export class VoicesModule {}
