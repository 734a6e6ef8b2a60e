import { Injectable } from '@nestjs/common';
import { roomOf, type Signals } from '../notifications/signals.js';
import { SIGNAL } from './signal.js';
import { SignalBus } from './signal-bus.js';
import { SignalsGateway } from './signals.gateway.js';

/** Of one emit: its rooms are named in one message to the other replicas. */
const ROOMS_AT_ONCE = 1000;

/** The realtime signal over Socket.io (spec 2, part 6). */
@Injectable()
export class SocketIoSignals implements Signals {
  constructor(
    private readonly gateway: SignalsGateway,
    private readonly bus: SignalBus,
  ) {}

  async send(academyId: string, userIds: readonly string[]): Promise<void> {
    for (let start = 0; start < userIds.length; start += ROOMS_AT_ONCE) {
      const rooms = userIds
        .slice(start, start + ROOMS_AT_ONCE)
        .map((userId) => roomOf({ academyId, userId }));
      this.gateway.server.to(rooms).emit(...SIGNAL);
    }
    await this.bus.published();
  }

  isConnected(): boolean {
    return this.bus.isConnected();
  }

  get openConnections(): number {
    return this.gateway.server.engine.clientsCount;
  }
}
