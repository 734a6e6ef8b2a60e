import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Clock } from '@sextant/platform-clock';
import { Server, type Socket } from 'socket.io';
import { roomOf, type Addressee, type Signals } from '../notifications/signals.js';
import type { SignalBus } from './redis-signal-bus.js';

/** Who a socket's token names, and until when. */
export interface SocketUser extends Addressee {
  /** ObjectId. */
  readonly user: string;
  readonly expiresAt: Date;
  /** Calls once when the token ends before its time. @returns takes the wish back */
  readonly onRevoked?: (listener: () => void) => () => void;
}

/** A user whose socket hears signals since then. */
export interface ListeningUser extends SocketUser {
  readonly since: Date;
}

export interface SocketUses {
  /** @throws when the token does not name a user */
  readonly authenticate: (token: string) => Promise<SocketUser>;
  /** Whether the user got something so lately that the signal may have come before the socket. */
  readonly hasNews: (user: ListeningUser) => Promise<boolean>;
  /** Whether this request may open a connection. */
  readonly admits: (request: IncomingMessage, openConnections: number) => Promise<boolean>;
  readonly clock: Clock;
  /** Other replicas; alone if absent. */
  readonly bus: SignalBus | undefined;
}

export interface SocketOptions {
  readonly transports: readonly ('polling' | 'websocket')[];
  readonly pingIntervalMs: number;
  readonly pingTimeoutMs: number;
}

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
export class SocketIoSignals implements Signals {
  #io: Server | undefined;

  constructor(
    private readonly uses: SocketUses,
    private readonly options: SocketOptions,
  ) {}

  /** Listens for sockets beside the server's requests. */
  attach(server: HttpServer): void {
    const { bus } = this.uses;
    const io = new Server({
      transports: [...this.options.transports],
      pingInterval: this.options.pingIntervalMs,
      pingTimeout: this.options.pingTimeoutMs,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      connectTimeout: CONNECT_TIMEOUT_MS,
      perMessageDeflate: false,
      httpCompression: false,
      serveClient: false,
      allowRequest: (request, decide) => {
        // Asked for new connections alone: requests of one that is open already do not come here.
        this.uses
          .admits(request, this.openConnections)
          .then((admitted) => decide(admitted ? null : 'TOO_MANY_CONNECTIONS', admitted))
          .catch(() => decide('UNAVAILABLE', false));
      },
      ...(bus === undefined ? {} : { adapter: bus.adapter }),
    });
    io.use((socket, next) => {
      this.#enter(socket).then(
        () => next(),
        () => next(new Error(UNAUTHORIZED)),
      );
    });
    io.on('connection', (socket) => this.#welcome(socket));
    // What other replicas said meanwhile is lost here: all who listen look at their lists.
    bus?.onJoined(() => io.local.emit(EVENT, MESSAGE));
    io.attach(server);
    this.#io = io;
  }

  async send(academyId: string, userIds: readonly string[]): Promise<void> {
    const { bus } = this.uses;
    for (let start = 0; start < userIds.length; start += ROOMS_AT_ONCE) {
      const rooms = userIds
        .slice(start, start + ROOMS_AT_ONCE)
        .map((userId) => roomOf({ academyId, userId }));
      this.#io?.to(rooms).emit(EVENT, MESSAGE);
    }
    await bus?.published();
  }

  isConnected(): boolean {
    return this.uses.bus?.isConnected() ?? true;
  }

  get openConnections(): number {
    return this.#io?.engine.clientsCount ?? 0;
  }

  /**
   * Ends every connection; what listens beside it is not closed. Without Socket.io's goodbye: clients that are told to go
   * ("io server disconnect") do not come back by themselves, to another replica, as they should.
   */
  async close(): Promise<void> {
    this.#io?.engine.close();
    this.uses.bus?.close();
    return Promise.resolve();
  }

  async #enter(socket: Socket): Promise<void> {
    const token = tokenOf(socket);
    if (token === undefined) throw new Error(UNAUTHORIZED);
    const user = await this.uses.authenticate(token);
    const leftMs = user.expiresAt.getTime() - this.uses.clock.nowMs();
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
    users.set(socket, { ...user, since: new Date(this.uses.clock.nowMs()) });
    await socket.join(roomOf(user));
  }

  #welcome(socket: Socket): void {
    const user = users.get(socket);
    if (user === undefined) return;
    this.uses
      .hasNews(user)
      .then((hasNews) => {
        if (hasNews) socket.emit(EVENT, MESSAGE);
      })
      // The client looks at its list when it connects: this is a courtesy.
      .catch(() => undefined);
  }
}

const users = new WeakMap<Socket, ListeningUser>();

const BEARER = /^Bearer (\S+)$/i;

/** As `auth: { token }` of the client, or in the header of clients that can set one. */
function tokenOf({ handshake }: Socket): string | undefined {
  const { token } = handshake.auth as { readonly token?: unknown };
  if (typeof token === 'string') return token;
  return BEARER.exec(handshake.headers.authorization ?? '')?.[1];
}
