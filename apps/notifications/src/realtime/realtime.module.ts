import { Global, Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { Signals } from '../notifications/signals.js';
import { PeopleModule } from '../people/people.module.js';
import { RealtimeSettings } from './realtime.settings.js';
import { localBus, SignalBus } from './signal-bus.js';
import { SocketAdmission } from './socket-admission.guard.js';
import { SocketIoAdapter } from './socket-io-adapter.js';
import { SignalsGateway } from './signals.gateway.js';
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
      useFactory: async ({ redisUrl }: RealtimeSettings) => {
        if (redisUrl === undefined) return localBus;
        return (await import('./redis-signal-bus.js')).redisSignalBus(redisUrl);
      },
    },
    SocketIoAdapter,
    SignalsGateway,
    SocketIoSignals,
    { provide: Signals, useExisting: SocketIoSignals },
  ],
  exports: [SocketIoAdapter, SocketIoSignals, Signals],
})
export class RealtimeModule {}
