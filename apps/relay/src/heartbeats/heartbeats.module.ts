import { Module } from '@nestjs/common';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { Beats, Heartbeats } from './heartbeats.js';

@Module({
  imports: [DispatchModule, IntakeModule],
  providers: [Heartbeats, { provide: Beats, useExisting: Heartbeats }],
  exports: [Beats],
})
export class HeartbeatsModule {}
