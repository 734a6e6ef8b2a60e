import {
  WebSocketGateway,
  WebSocketServer,
  type OnGatewayConnection,
  type OnGatewayInit,
} from '@nestjs/websockets';
import { Clock } from '@sextant/platform-runtime/clock';
import type { Server, Socket } from 'socket.io';
import { roomOf } from '../notifications/signals.js';
import { RealtimeSettings } from './realtime.settings.js';
import { SIGNAL } from './signal.js';
import { SignalBus } from './signal-bus.js';
import { SocketUsers, type ListeningUser } from './socket-users.js';

/** Why a socket is refused: `message` of the client's `connect_error`. */
const UNAUTHORIZED = 'UNAUTHORIZED';
const TOO_MANY_CONNECTIONS = 'TOO_MANY_CONNECTIONS';
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Who may listen, and what a new socket hears (spec 2, part 6). Clients send no messages, so no handler subscribes to one;
 * Nest runs guards for messages only, so the handshake is checked in middleware.
 */
@WebSocketGateway()
export class SignalsGateway implements OnGatewayInit<Server>, OnGatewayConnection<Socket> {
  @WebSocketServer()
  readonly server!: Server;

  readonly #listening = new WeakMap<Socket, ListeningUser>();

  constructor(
    private readonly users: SocketUsers,
    private readonly bus: SignalBus,
    private readonly clock: Clock,
    private readonly settings: RealtimeSettings,
  ) {}

  afterInit(server: Server): void {
    server.use((socket, next) => {
      this.#enter(socket).then(
        (refusal) => next(refusal === undefined ? undefined : new Error(refusal)),
        () => next(new Error(UNAUTHORIZED)),
      );
    });
    // Signals of other replicas are lost while this one is not connected: all who listen read their lists.
    this.bus.onJoined(() => server.local.emit(...SIGNAL));
  }

  handleConnection(socket: Socket): void {
    const user = this.#listening.get(socket);
    if (user === undefined) return;
    this.users
      .hasNews(user)
      .then((hasNews) => {
        if (hasNews) socket.emit(...SIGNAL);
      })
      // The client looks at its list when it connects: this is a courtesy.
      .catch(() => undefined);
  }

  /** @returns why not, nothing when the socket may listen @throws when the token names no user */
  async #enter(socket: Socket): Promise<string | undefined> {
    const token = tokenOf(socket);
    if (token === undefined) return UNAUTHORIZED;
    const user = await this.users.authenticate(token);
    const leftMs = user.expiresAt.getTime() - this.clock.nowMs();
    if (leftMs <= 0) return UNAUTHORIZED;
    // Else one user could take all connections of the process.
    const open = this.server.sockets.adapter.rooms.get(roomOf(user))?.size ?? 0;
    if (open >= this.settings.socketMaxPerUser) return TOO_MANY_CONNECTIONS;
    const timer = setTimeout(() => socket.disconnect(true), Math.min(leftMs, MAX_TIMER_MS));
    const forget = user.onRevoked?.(() => socket.disconnect(true));
    const end = () => {
      clearTimeout(timer);
      forget?.();
    };
    socket.on('disconnect', end);
    // A socket that goes before it is connected has no `disconnect`.
    socket.conn.once('close', end);
    this.#listening.set(socket, { ...user, since: new Date(this.clock.nowMs()) });
    await socket.join(roomOf(user));
    return undefined;
  }
}

const BEARER = /^Bearer (\S+)$/i;

/** As `auth: { token }` of the client, or in the header of clients that can set one. */
function tokenOf({ handshake }: Socket): string | undefined {
  const { token } = handshake.auth as { readonly token?: unknown };
  if (typeof token === 'string') return token;
  return BEARER.exec(handshake.headers.authorization ?? '')?.[1];
}
