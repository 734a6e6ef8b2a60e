import { Module } from '@nestjs/common';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { Escalations } from './escalations.js';
import { IcalSchedules } from './ical-schedules.js';
import { OnCall } from './on-call.js';

@Module({
  imports: [DispatchModule, IntakeModule],
  providers: [Escalations, { provide: OnCall, useClass: IcalSchedules }],
  exports: [Escalations],
})
export class OnCallModule {}
