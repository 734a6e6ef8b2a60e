import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage } from 'node:http';
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

/**
 * What an Ingress with its Services does: routes by path, takes turns among the replicas that are ready, and tries nothing
 * twice. An error of a connection is 502 and says so.
 */
export async function startBalancer(): Promise<Balancer> {
  const pools = new Map<string, number[]>();
  let turn = 0;
  const next = ({ url = '/' }: IncomingMessage): string | undefined => {
    const ports = pools.get(serviceOf(url.split('?', 1)[0] ?? '/') ?? '') ?? [];
    const port = ports[turn++ % ports.length];
    return port === undefined ? undefined : `http://127.0.0.1:${port}`;
  };

  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 256 });
  const proxy = createProxyServer({ agent });
  proxy.on('error', (error, _, response) => {
    if (response === undefined || !('writeHead' in response) || response.headersSent) {
      (response as { destroy?: () => void } | undefined)?.destroy?.();
      return;
    }
    response.writeHead(502, { 'content-type': 'text/plain' }).end(String(error));
  });
  const server = createServer((request, response) => {
    const target = next(request);
    if (target === undefined) response.writeHead(503).end('no replica');
    else void proxy.web(request, response, { target });
  });
  server.on('upgrade', (request, socket, head) => {
    const target = next(request);
    if (target === undefined) socket.destroy();
    else void proxy.ws(request, socket as never, { target }, head);
  });
  // Longer than callers keep a connection: who closes first must not meet a request on its way.
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (app, port) => pools.set(app, [...(pools.get(app) ?? []), port]),
    remove: (app, port) =>
      pools.set(
        app,
        (pools.get(app) ?? []).filter((one) => one !== port),
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      agent.destroy();
    },
  };
}
