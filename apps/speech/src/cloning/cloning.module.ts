import { Module } from '@nestjs/common';
import { ImitatingModel } from '../engines/imitating-model.js';
import { SherpaImitatingModel } from '../engines/sherpa/sherpa-imitating-model.js';
import { HttpModule } from '../http/http.module.js';
import { RecognitionModule } from '../recognition/recognition.module.js';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { CloneMaterials } from './clone-materials.js';
import { CloneStore } from './clone-store.js';
import { Challenges, ChallengeStore } from './consent/challenge.js';
import {
  ChallengeLimit,
  ConsentChallengesController,
} from './consent/consent-challenges.controller.js';
import { ConsentVerifier } from './consent/consent-verifier.js';
import { PostgresChallengeStore } from './consent/postgres-challenge-store.js';
import { PostgresCloneStore } from './postgres-clone-store.js';
import { PostgresVoiceSweeper } from './postgres-voice-sweeper.js';
import { VoiceCloning } from './voice-cloning.js';

/** Voices of people, and what they said to consent. */
@Module({
  imports: [HttpModule, RecognitionModule, RecordingsModule],
  providers: [
    Challenges,
    ChallengeLimit,
    ConsentVerifier,
    { provide: ChallengeStore, useClass: PostgresChallengeStore },
    CloneMaterials,
    VoiceCloning,
    PostgresVoiceSweeper,
    { provide: CloneStore, useClass: PostgresCloneStore },
    { provide: ImitatingModel, useClass: SherpaImitatingModel },
  ],
  controllers: [ConsentChallengesController],
  exports: [CloneMaterials, CloneStore, VoiceCloning],
})
export class CloningModule {}
