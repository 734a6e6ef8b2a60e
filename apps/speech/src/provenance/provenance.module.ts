import { Module } from '@nestjs/common';
import { CloningModule } from '../cloning/cloning.module.js';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { VoicesModule } from '../voices/voices.module.js';
import { WatermarkModule } from '../watermark/watermark.module.js';
import { ConsentStatements } from './consent-statement.js';
import { ConsentStatementsController } from './consent-statements.controller.js';
import { Manifests } from './manifest.js';
import { PostgresSigningKey } from './postgres-signing-key.js';
import { ProvenanceController } from './provenance.controller.js';
import { Provenances } from './provenance.js';
import { SigningKey } from './signing-key.js';

@Module({
  imports: [CloningModule, RecordingsModule, VoicesModule, WatermarkModule],
  providers: [
    ConsentStatements,
    Manifests,
    Provenances,
    { provide: SigningKey, useClass: PostgresSigningKey },
  ],
  controllers: [ConsentStatementsController, ProvenanceController],
  exports: [Manifests],
})
export class ProvenanceModule {}
