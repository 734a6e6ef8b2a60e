import { Module } from '@nestjs/common';
import { ProgramsModule } from '../programs/programs.module.js';
import { MarkComparison } from './mark-comparison.js';
import { PostgresWatermarkKeys } from './postgres-watermark-keys.js';
import { ProgramMarkComparer } from './program-mark-comparer.js';
import { VoiceMarks, WatermarkKeys, Watermarks } from './watermarks.js';

@Module({
  imports: [ProgramsModule],
  providers: [
    { provide: WatermarkKeys, useClass: PostgresWatermarkKeys },
    { provide: VoiceMarks, useClass: Watermarks },
    { provide: MarkComparison, useClass: ProgramMarkComparer },
  ],
  exports: [MarkComparison, VoiceMarks, WatermarkKeys],
})
export class WatermarkModule {}
