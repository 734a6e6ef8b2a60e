import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { RecognitionModule } from '../../recognition/recognition.module.js';
import { RecordingsModule } from '../../recordings/recordings.module.js';
import { Challenges, ChallengeStore } from './challenge.js';
import { ChallengeLimit, ConsentChallengesController } from './consent-challenges.controller.js';
import { ConsentVerifier } from './consent-verifier.js';
import { PostgresChallengeStore } from './postgres-challenge-store.js';

@Module({
  imports: [HttpModule, RecognitionModule, RecordingsModule],
  providers: [
    Challenges,
    ChallengeLimit,
    ConsentVerifier,
    { provide: ChallengeStore, useClass: PostgresChallengeStore },
  ],
  controllers: [ConsentChallengesController],
  exports: [ConsentVerifier],
})
export class ConsentModule {}
