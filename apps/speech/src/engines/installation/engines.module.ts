import { Module } from '@nestjs/common';
import { CloningModule } from '../../cloning/cloning.module.js';
import { ProgramsModule } from '../../programs/programs.module.js';
import { InstalledVoices, SharedVoices } from '../../voices/catalogue/shared-voices.js';
import { RecognitionModule } from '../../recognition/recognition.module.js';
import { SpeechEngines } from '../speech-engine.js';
import { EnginesProbe } from './engines.probe.js';
import { EngineInstallation, InstalledEngines } from './installed-engines.js';

@Module({
  imports: [CloningModule, ProgramsModule, RecognitionModule],
  providers: [
    EngineInstallation,
    {
      provide: InstalledEngines,
      inject: [EngineInstallation],
      useFactory: (installation: EngineInstallation) => installation.open(),
    },
    { provide: SpeechEngines, useExisting: InstalledEngines },
    { provide: InstalledVoices, useExisting: InstalledEngines },
    SharedVoices,
    EnginesProbe,
  ],
  exports: [EnginesProbe, SharedVoices, SpeechEngines],
})
export class EnginesModule {}
