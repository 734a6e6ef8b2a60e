import { Global, Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { Signals } from '../notifications/signals.js';
import { PeopleModule } from '../people/people.module.js';
import { RealtimeSettings } from './realtime.settings.js';
import { redisSignalBus } from './redis-signal-bus.js';
import { localBus, SignalBus } from './signal-bus.js';
import { SocketAdmission } from './socket-admission.js';
import { SocketIoSignals } from './socket-io-signals.js';
import { SocketUsers } from './socket-users.js';

/** Global, as notifications, which stand below, send signals. */
@Global()
@Module({
  imports: [AccessModule, PeopleModule],
  providers: [
    SocketAdmission,
    SocketUsers,
    {
      provide: SignalBus,
      inject: [RealtimeSettings],
      useFactory: ({ redisUrl }: RealtimeSettings) =>
        redisUrl === undefined ? localBus : redisSignalBus(redisUrl),
    },
    SocketIoSignals,
    { provide: Signals, useExisting: SocketIoSignals },
  ],
  exports: [SocketIoSignals, Signals],
})
export class RealtimeModule {}
