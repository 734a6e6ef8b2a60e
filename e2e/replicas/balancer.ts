import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxyServer } from 'httpxy';
import { serviceOf } from '../ingress.js';

export interface Balancer {
  readonly url: string;
  /** Takes part from now on. */
  readonly add: (app: string, port: number) => void;
  /** Gets no new request; those that it has go on. */
  readonly remove: (app: string, port: number) => void;
  readonly close: () => Promise<void>;
}

/** Ports of the replicas that take part, by service. */
class Pools {
  readonly #ports = new Map<string, readonly number[]>();
  #turn = 0;

  of(app: string): readonly number[] {
    return this.#ports.get(app) ?? [];
  }

  set(app: string, ports: readonly number[]): void {
    this.#ports.set(app, ports);
  }

  /** The address of the replica whose turn it is. */
  next({ url = '/' }: IncomingMessage): string | undefined {
    const ports = this.of(serviceOf(url.split('?', 1)[0] ?? '/') ?? '');
    const port = ports[this.#turn++ % ports.length];
    return port === undefined ? undefined : `http://127.0.0.1:${port}`;
  }
}

/** Routes to the replicas; an error of a connection is 502 and says so. */
function serverOf(pools: Pools, agent: Agent): Server {
  const proxy = createProxyServer({ agent });
  proxy.on('error', (error, _, response) => {
    if (response === undefined || !('writeHead' in response) || response.headersSent) {
      (response as { destroy?: () => void } | undefined)?.destroy?.();
      return;
    }
    response.writeHead(502, { 'content-type': 'text/plain' }).end(String(error));
  });
  const server = createServer((request, response) => {
    const target = pools.next(request);
    if (target === undefined) response.writeHead(503).end('no replica');
    else void proxy.web(request, response, { target });
  });
  server.on('upgrade', (request, socket, head) => {
    const target = pools.next(request);
    if (target === undefined) socket.destroy();
    else void proxy.ws(request, socket as never, { target }, head);
  });
  // Longer than callers keep a connection: who closes first must not meet a request on its way.
  server.keepAliveTimeout = 65_000;
  return server;
}

/**
 * What an Ingress with its Services does: routes by path, takes turns among the replicas that are ready, and tries nothing
 * twice.
 */
export async function startBalancer(): Promise<Balancer> {
  const pools = new Pools();
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 256 });
  const server = serverOf(pools, agent);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (app, port) => pools.set(app, [...pools.of(app), port]),
    remove: (app, port) =>
      pools.set(
        app,
        pools.of(app).filter((one) => one !== port),
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      agent.destroy();
    },
  };
}
