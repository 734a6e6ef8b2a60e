import { Module } from '@nestjs/common';
import { OutboxModule } from '@sextant/platform-events';
import { HealthModule } from '@sextant/platform-runtime/health';
import { PostgresModule, PostgresProbe } from '@sextant/platform-data/postgres';
import { RateLimiters, RateLimitModule } from '@sextant/platform-security/rate-limit';
import { AccessModule } from './access/access.module.js';
import { BooksModule } from './books/books.module.js';
import { BlobsModule } from './blobs/blobs.module.js';
import { ElevenLabsModule } from './dialects/elevenlabs/elevenlabs.module.js';
import { OpenAiModule } from './dialects/openai/openai.module.js';
import { DialogueModule } from './dialogue/dialogue.module.js';
import { EnginesProbe } from './engines/installation/engines.probe.js';
import { EnginesModule } from './engines/installation/engines.module.js';
import { LexiconsModule } from './lexicons/lexicons.module.js';
import { ListeningModule } from './listening/listening.module.js';
import { LiveModule } from './live/live.module.js';
import * as MIGRATIONS from './migrations.js';
import { ProvenanceModule } from './provenance/provenance.module.js';
import { SynthesisEndpointsModule } from './synthesis/endpoints/synthesis-endpoints.module.js';
import { TranscriptionModule } from './transcription/transcription.module.js';
import { UsageModule } from './usage/usage.module.js';
import { VoicesModule } from './voices/voices.module.js';

/** The service: its features, from the ground up in `floors.json`. */
@Module({
  imports: [
    PostgresModule.forRoot({ migrations: MIGRATIONS }),
    OutboxModule.forRoot(),
    RateLimitModule.forRoot(),
    BlobsModule,
    AccessModule,
    LexiconsModule,
    UsageModule,
    EnginesModule,
    DialogueModule,
    TranscriptionModule,
    VoicesModule,
    ProvenanceModule,
    BooksModule,
    OpenAiModule,
    ElevenLabsModule,
    LiveModule,
    ListeningModule,
    SynthesisEndpointsModule,
    HealthModule.register({
      imports: [EnginesModule],
      probes: [PostgresProbe, RateLimiters, EnginesProbe],
    }),
  ],
})
export class AppModule {}
