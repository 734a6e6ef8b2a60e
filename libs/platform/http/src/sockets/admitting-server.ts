import type { IncomingMessage } from 'node:http';
import { URLPattern } from 'node:url';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import { problem } from '../errors/problem.js';

/** `drain` cuts upgraded connections after two seconds. */
const HANG_UP_MS = 1000;

/** The address of no gateway. */
export const noSocketHere = problem('not_found', 404, 'No WebSocket is served here.');

/**
 * Decides about a request for a WebSocket before it becomes one.
 *
 * @returns gives back what the request holds; called when it becomes no WebSocket
 */
export type Admission = (request: IncomingMessage, url: URL) => Promise<() => void>;

/** What `@WebSocketGateway()` says: the options of `ws`, and a path as in `URLPattern`. */
export interface AdmittingServerOptions extends ServerOptions {
  readonly path: string;
  readonly ignoreCase?: boolean;
}

/** The WebSockets of one gateway. */
export class AdmittingServer extends WebSocketServer {
  /** Set by the gateway's `afterInit`; without one all requests are admitted. */
  admission: Admission | undefined;
  readonly #pattern: URLPattern;

  constructor({ path, ignoreCase = false, ...options }: AdmittingServerOptions) {
    super({ ...options, noServer: true });
    this.#pattern = new URLPattern({ pathname: path }, { ignoreCase });
  }

  serves({ pathname }: URL): boolean {
    return this.#pattern.test({ pathname });
  }

  /** Closes with 1001 all connections that the gateway has not closed yet, and cuts those that stay. */
  async end(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.close(() => resolve()));
    this.#each((client) => client.close(1001));
    const late = setTimeout(() => this.#each((client) => client.terminate()), HANG_UP_MS);
    await closed;
    clearTimeout(late);
  }

  #each(act: (client: WebSocket) => void): void {
    for (const client of this.clients) act(client);
  }
}
