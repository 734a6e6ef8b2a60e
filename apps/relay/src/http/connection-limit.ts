import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { RELAY_ERRORS } from './relay-errors.js';

/** So many more are told that there is no room; what comes beyond those is closed at once. */
const TOLD_AT_ONCE = 64;

/** How many connections a listener serves. Requests of further ones are answered with 503, and their connections closed. */
export class ConnectionLimit {
  #open = 0;
  readonly #over = new WeakSet<Socket>();

  /** @param dropped called for each connection that was closed without a word */
  constructor(
    private readonly most: number,
    private readonly dropped: () => void,
  ) {}

  watch(server: Server): void {
    server.maxConnections = this.most + TOLD_AT_ONCE;
    server.on('drop', this.dropped);
    // Of TLS, requests know the socket that came out of the handshake.
    server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#open += 1;
      if (this.#open > this.most) this.#over.add(socket);
      socket.once('close', () => (this.#open -= 1));
    });
  }

  /** For the requests of that server, before anything else of them is looked at. */
  readonly refuse: RequestHandler = ({ socket }, _response, next) => {
    if (!this.#over.has(socket)) {
      next();
      return;
    }
    throw RELAY_ERRORS.overloaded({
      message: `More than ${this.most} connections. Send it again in a few seconds.`,
      headers: { 'Retry-After': '5', Connection: 'close' },
    });
  };
}
