import { Module } from '@nestjs/common';
import { EnginesModule } from '../../engines/installation/engines.module.js';
import { ProvenanceModule } from '../../provenance/provenance.module.js';
import { SynthesisModule } from '../synthesis.module.js';
import { SynthesisController } from './synthesis.controller.js';

@Module({
  imports: [EnginesModule, ProvenanceModule, SynthesisModule],
  controllers: [SynthesisController],
})
export class SynthesisEndpointsModule {}
