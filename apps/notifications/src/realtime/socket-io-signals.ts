import type { Server as HttpServer } from 'node:http';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Clock } from '@sextant/platform-runtime/clock';
import { Server, type Socket } from 'socket.io';
import { roomOf, type Signals } from '../notifications/signals.js';
import { RealtimeSettings } from './realtime.settings.js';
import { SignalBus } from './signal-bus.js';
import { SocketAdmission } from './socket-admission.js';
import { SocketUsers, type ListeningUser } from './socket-users.js';

/** Of one emit: its rooms are named in one message to the other replicas. */
const ROOMS_AT_ONCE = 1000;
/** Clients send nothing but their token. */
const MAX_MESSAGE_BYTES = 16_384;
const CONNECT_TIMEOUT_MS = 10_000;
const EVENT = 'listen';
const MESSAGE = 'update notifications';
const UNAUTHORIZED = 'UNAUTHORIZED';
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The realtime signal over Socket.io (spec 2, part 6). */
@Injectable()
export class SocketIoSignals implements Signals, OnApplicationBootstrap, BeforeApplicationShutdown {
  #io: Server | undefined;

  constructor(
    private readonly users: SocketUsers,
    private readonly admission: SocketAdmission,
    private readonly bus: SignalBus,
    private readonly settings: RealtimeSettings,
    private readonly clock: Clock,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Listens for sockets beside the server's requests. */
  onApplicationBootstrap(): void {
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
          .admits(request, this.openConnections)
          .then((admitted) => decide(admitted ? null : 'TOO_MANY_CONNECTIONS', admitted))
          .catch(() => decide('UNAVAILABLE', false));
      },
      ...(bus.adapter === undefined ? {} : { adapter: bus.adapter }),
    });
    io.use((socket, next) => {
      this.#enter(socket).then(
        () => next(),
        () => next(new Error(UNAUTHORIZED)),
      );
    });
    io.on('connection', (socket) => this.#welcome(socket));
    // What other replicas said meanwhile is lost here: all who listen look at their lists.
    bus.onJoined(() => io.local.emit(EVENT, MESSAGE));
    io.attach(this.host.httpAdapter.getHttpServer() as HttpServer);
    this.#io = io;
  }

  async send(academyId: string, userIds: readonly string[]): Promise<void> {
    for (let start = 0; start < userIds.length; start += ROOMS_AT_ONCE) {
      const rooms = userIds
        .slice(start, start + ROOMS_AT_ONCE)
        .map((userId) => roomOf({ academyId, userId }));
      this.#io?.to(rooms).emit(EVENT, MESSAGE);
    }
    await this.bus.published();
  }

  isConnected(): boolean {
    return this.bus.isConnected();
  }

  get openConnections(): number {
    return this.#io?.engine.clientsCount ?? 0;
  }

  /**
   * Ends every connection; what listens beside it is not closed. Without Socket.io's goodbye: clients that are told to go
   * ("io server disconnect") do not come back by themselves, to another replica, as they should.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.#io?.engine.close();
    this.bus.close();
    return Promise.resolve();
  }

  async #enter(socket: Socket): Promise<void> {
    const token = tokenOf(socket);
    if (token === undefined) throw new Error(UNAUTHORIZED);
    const user = await this.users.authenticate(token);
    const leftMs = user.expiresAt.getTime() - this.clock.nowMs();
    if (leftMs <= 0) throw new Error(UNAUTHORIZED);
    const timer = setTimeout(() => socket.disconnect(true), Math.min(leftMs, MAX_TIMER_MS));
    const forget = user.onRevoked?.(() => socket.disconnect(true));
    const end = () => {
      clearTimeout(timer);
      forget?.();
    };
    socket.on('disconnect', end);
    // A socket that goes before it is connected has no `disconnect`.
    socket.conn.once('close', end);
    listening.set(socket, { ...user, since: new Date(this.clock.nowMs()) });
    await socket.join(roomOf(user));
  }

  #welcome(socket: Socket): void {
    const user = listening.get(socket);
    if (user === undefined) return;
    this.users
      .hasNews(user)
      .then((hasNews) => {
        if (hasNews) socket.emit(EVENT, MESSAGE);
      })
      // The client looks at its list when it connects: this is a courtesy.
      .catch(() => undefined);
  }
}

const listening = new WeakMap<Socket, ListeningUser>();

const BEARER = /^Bearer (\S+)$/i;

/** As `auth: { token }` of the client, or in the header of clients that can set one. */
function tokenOf({ handshake }: Socket): string | undefined {
  const { token } = handshake.auth as { readonly token?: unknown };
  if (typeof token === 'string') return token;
  return BEARER.exec(handshake.headers.authorization ?? '')?.[1];
}
