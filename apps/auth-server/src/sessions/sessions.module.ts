import { Module } from '@nestjs/common';
import { ArtifactStore } from './artifact-store.js';
import { Artifacts } from './artifacts.js';
import { PostgresArtifactStore } from './postgres-artifact-store.js';
import { PostgresArtifacts } from './postgres-artifacts.js';
import { PostgresSessionUses } from './postgres-session-uses.js';
import { SessionUses } from './session-uses.js';

@Module({
  providers: [
    { provide: ArtifactStore, useClass: PostgresArtifactStore },
    { provide: Artifacts, useClass: PostgresArtifacts },
    { provide: SessionUses, useClass: PostgresSessionUses },
  ],
  exports: [ArtifactStore, Artifacts, SessionUses],
})
export class SessionsModule {}
