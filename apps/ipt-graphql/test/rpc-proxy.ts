import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a call: it is passed on; refused with 500; held before it is passed on, or before it is answered. */
export type Fate = 'pass' | 'fail' | 'hold' | 'hold the answer';

export interface RpcProxy {
  readonly url: string;
  /** How many calls of the method have come. */
  count(method: string): number;
  /** From now on, of this method. */
  let(method: string, fate: Fate): void;
  close(): Promise<void>;
}

/** An endpoint before another one, which can be made to fail. */
export async function rpcProxy(target: () => string): Promise<RpcProxy> {
  const fates = new Map<string, Fate>();
  const counts = new Map<string, number>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { method } = JSON.parse(body) as { method: string };
    counts.set(method, (counts.get(method) ?? 0) + 1);
    const fate = fates.get(method) ?? 'pass';
    if (fate === 'fail') response.writeHead(500).end();
    if (fate === 'fail' || fate === 'hold') return;
    const headers = { 'content-type': 'application/json' };
    const passed = await fetch(target(), { method: 'POST', headers, body });
    const text = await passed.text();
    if (fate === 'pass') response.writeHead(passed.status, headers).end(text);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    count: (method) => counts.get(method) ?? 0,
    let: (method, fate) => fates.set(method, fate),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
