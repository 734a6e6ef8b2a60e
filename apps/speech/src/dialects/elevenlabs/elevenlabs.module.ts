import { Module } from '@nestjs/common';
import { SynthesisModule } from '../../synthesis/synthesis.module.js';
import { ElevenLabsController } from './elevenlabs.controller.js';

@Module({ imports: [SynthesisModule], controllers: [ElevenLabsController] })
export class ElevenLabsModule {}
