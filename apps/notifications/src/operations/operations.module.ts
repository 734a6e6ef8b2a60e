import { Module } from '@nestjs/common';
import { ClassroomEventsModule } from '../classroom-events/classroom-events.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PushModule } from '../push/push.module.js';
import { BuriedEvents, DeadLetters } from './dead-letters.js';
import { KafkaBuriedEvents } from './kafka-buried-events.js';
import { Operations } from './operations.js';
import { PartsProbe } from './parts.probe.js';
import { PrometheusGauges } from './prometheus-gauges.js';

@Module({
  imports: [ClassroomEventsModule, MailModule, PushModule],
  providers: [
    { provide: BuriedEvents, useClass: KafkaBuriedEvents },
    DeadLetters,
    Operations,
    PartsProbe,
    PrometheusGauges,
  ],
  exports: [DeadLetters, Operations, PartsProbe],
})
export class OperationsModule {}
