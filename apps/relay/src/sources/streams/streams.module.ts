import { Module } from '@nestjs/common';
import { DispatchModule } from '../../dispatch/dispatch.module.js';
import { IntakeModule } from '../../intake/intake.module.js';
import { KafkaEventSource } from './kafka-event-source.js';
import { NomadStream } from './nomad-stream.js';
import { SyslogServer } from './syslog-server.js';

@Module({
  imports: [DispatchModule, IntakeModule],
  providers: [KafkaEventSource, SyslogServer, NomadStream],
})
export class StreamsModule {}
