import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AbstractWsAdapter } from '@nestjs/websockets';
import type { WebSocket } from 'ws';
import { AdmittingServer, noSocketHere, type AdmittingServerOptions } from './admitting-server.js';

/** The answer to a request that becomes no WebSocket. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type UpgradableServer = Server & {
  /** Node 24.9; not in its types yet. */
  shouldUpgradeCallback?: (request: IncomingMessage) => boolean;
};

/**
 * Gateways on `ws` that admit or refuse a request before it becomes a WebSocket. Gateways read their sockets themselves:
 * `@SubscribeMessage()` cannot hold a client back that sends faster than it is served.
 */
export class AdmittingAdapter extends AbstractWsAdapter {
  readonly #servers: AdmittingServer[] = [];
  readonly #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    this.#open(request, socket, head).catch((error: unknown) =>
      refuse(socket, this.refusalOf(error)),
    );
  };

  /** @param refusalOf for errors of admissions, and `not_found` for addresses that no gateway serves */
  constructor(
    private readonly http: UpgradableServer,
    private readonly refusalOf: (error: unknown) => Refusal,
  ) {
    super(http);
  }

  override create(_port: number, options: AdmittingServerOptions): AdmittingServer {
    if (this.#servers.length === 0) this.#attach();
    const server = new AdmittingServer(options);
    this.#servers.push(server);
    return server;
  }

  override bindClientDisconnect(client: WebSocket, callback: () => void): void {
    client.once('close', callback);
  }

  override bindMessageHandlers(_client: WebSocket, handlers: readonly unknown[]): void {
    if (handlers.length > 0) throw new Error('@SubscribeMessage() is not supported here.');
  }

  override close(server: AdmittingServer): Promise<void> {
    return server.end();
  }

  override dispose(): Promise<void> {
    this.http.off('upgrade', this.#onUpgrade);
    return Promise.resolve();
  }

  /** Other upgrades are ignored: their requests are answered as they are (RFC 9110, 7.8). */
  #attach(): void {
    this.http.shouldUpgradeCallback = ({ method, headers }) =>
      method === 'GET' && /^websocket$/i.test(headers.upgrade ?? '');
    this.http.on('upgrade', this.#onUpgrade);
  }

  async #open(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = URL.parse(request.url ?? '/', 'http://localhost');
    const server = url === null ? undefined : this.#servers.find((each) => each.serves(url));
    if (url === null || server === undefined) throw noSocketHere();
    const release = (await server.admission?.(request, url)) ?? (() => undefined);
    if (socket.destroyed) {
      release();
      return;
    }
    // `ws` refuses handshakes that are not valid.
    socket.once('close', release);
    server.handleUpgrade(request, socket, head, (client) => {
      socket.off('close', release);
      server.emit('connection', client, request);
    });
  }
}

/** Answers and hangs up: a client that does not hang up would keep a connection that nothing watches. */
function refuse(socket: Duplex, { status, headers = {}, body }: Refusal): void {
  socket.once('finish', () => socket.destroy());
  const lines = Object.entries({
    ...headers,
    ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body ?? ''}`,
  );
}
