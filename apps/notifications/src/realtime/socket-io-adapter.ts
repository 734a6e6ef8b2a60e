import type { Server as HttpServer } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { Server } from 'socket.io';
import { RealtimeSettings } from './realtime.settings.js';
import { SignalBus } from './signal-bus.js';
import { SocketAdmission } from './socket-admission.guard.js';

/** Clients send nothing but their token. */
const MAX_MESSAGE_BYTES = 16_384;
const CONNECT_TIMEOUT_MS = 10_000;

/** Makes the Socket.io server of the gateway: limits, transports and the bus between replicas. */
@Injectable()
export class SocketIoAdapter extends IoAdapter {
  constructor(
    private readonly settings: RealtimeSettings,
    private readonly admission: SocketAdmission,
    private readonly bus: SignalBus,
    private readonly host: HttpAdapterHost,
  ) {
    super();
  }

  /** Listens on the HTTP server of the service, whichever port a gateway names. */
  override createIOServer(): Server {
    const { bus } = this;
    const { socketTransports, socketPingMs } = this.settings;
    const io = new Server({
      transports: socketTransports === 'all' ? ['polling', 'websocket'] : ['websocket'],
      pingInterval: socketPingMs,
      pingTimeout: socketPingMs,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      connectTimeout: CONNECT_TIMEOUT_MS,
      perMessageDeflate: false,
      httpCompression: false,
      serveClient: false,
      allowRequest: (request, decide) => {
        // Asked for new connections alone: requests of one that is open already do not come here.
        this.admission
          .admits(request, io.engine.clientsCount)
          .then((admitted) => decide(admitted ? null : 'TOO_MANY_CONNECTIONS', admitted))
          .catch(() => decide('UNAVAILABLE', false));
      },
      ...(bus.adapter === undefined ? {} : { adapter: bus.adapter }),
    });
    return io.attach(this.host.httpAdapter.getHttpServer() as HttpServer);
  }

  /**
   * Ends every connection. `Server.close`, which Nest would call, also closes the HTTP server and says goodbye: clients
   * that receive "io server disconnect" do not reconnect by themselves, to another replica, as they should.
   */
  override close(server: Server): Promise<void> {
    server.engine.close();
    return Promise.resolve();
  }
}
