import { Module } from '@nestjs/common';
import { ImitatingModel } from '../engines/imitating-model.js';
import { SherpaImitatingModel } from '../engines/sherpa/sherpa-imitating-model.js';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { CloneMaterials } from './clone-materials.js';
import { CloneStore } from './clone-store.js';
import { ConsentModule } from './consent/consent.module.js';
import { PostgresCloneStore } from './postgres-clone-store.js';
import { PostgresVoiceSweeper } from './postgres-voice-sweeper.js';
import { VoiceCloning } from './voice-cloning.js';

@Module({
  imports: [ConsentModule, RecordingsModule],
  providers: [
    CloneMaterials,
    VoiceCloning,
    PostgresVoiceSweeper,
    { provide: CloneStore, useClass: PostgresCloneStore },
    { provide: ImitatingModel, useClass: SherpaImitatingModel },
  ],
  exports: [CloneMaterials, CloneStore, VoiceCloning],
})
export class CloningModule {}
