import { Module } from '@nestjs/common';
import { PushStreams, PushSender } from './event-pusher.js';
import { EventSigner } from './event-signer.js';
import { GuardedPushSender } from './guarded-push-sender.js';
import { JoseEventSigner } from './jose-event-signer.js';
import { PostgresPushStreams } from './postgres-push-streams.js';
import { PostgresRevocationStreams } from './postgres-revocation-streams.js';
import { RevocationStreams, Revocations } from './revocations.js';
import { SsfController, SsfMetadataController } from './ssf.controller.js';

@Module({
  providers: [
    Revocations,
    { provide: RevocationStreams, useClass: PostgresRevocationStreams },
    { provide: PushStreams, useClass: PostgresPushStreams },
    { provide: PushSender, useClass: GuardedPushSender },
    { provide: EventSigner, useClass: JoseEventSigner },
  ],
  controllers: [SsfMetadataController, SsfController],
  exports: [Revocations, RevocationStreams, PushStreams, PushSender, EventSigner],
})
export class SecurityEventsModule {}
