import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly json: Readonly<Record<string, unknown>>;
  /** Of a clock that nobody sets. */
  readonly atMs: number;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

export interface Stub {
  readonly url: string;
  readonly calls: Call[];
  answer: (call: Call) => Answer | Promise<Answer>;
  close(): Promise<void>;
}

/** A server that keeps what it is sent and answers what the test says. */
export async function stubServer(answer: Stub['answer'] = () => ({})): Promise<Stub> {
  const server = createServer((request, response) => {
    void callOf(request).then(async (call) => {
      stub.calls.push(call);
      const { status = 200, headers = {}, body = '' } = await stub.answer(call);
      const isText = typeof body === 'string' || Buffer.isBuffer(body);
      response.writeHead(status, {
        ...(isText ? {} : { 'content-type': 'application/json' }),
        ...headers,
      });
      response.end(isText ? body : JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stub: Stub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    answer,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.resolve();
    },
  };
  return stub;
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body,
    json: parsed(body),
    atMs: performance.now(),
  };
}

function parsed(body: Buffer): Call['json'] {
  try {
    return JSON.parse(body.toString()) as Call['json'];
  } catch {
    return {};
  }
}
