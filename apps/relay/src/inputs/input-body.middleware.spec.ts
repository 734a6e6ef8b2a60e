import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { BodyBudget } from '../http/body-budget.js';
import { inputBody, postOf } from './input-body.middleware.js';

const KIB = 1024;
const access = { clientCertificate: false, openByTls: [] };

/** An input that says how long a body was, with room for 100 KiB of bodies that are being read. */
function inputOf(budget: BodyBudget) {
  const app = express();
  app.use(
    inputBody(
      () => ({}),
      () => access,
      budget,
    ),
  );
  app.use((request, response) => void response.send(String(postOf(request).body.length)));
  const refused: ErrorRequestHandler = (error: { status: number; headers?: object }, _r, res, _n) =>
    void res
      .status(error.status)
      .set({ ...error.headers })
      .end();
  app.use(refused);
  return createServer(app);
}

describe('bodies that are being read', () => {
  let server: Server;
  const held: Socket[] = [];
  const port = () => (server.address() as AddressInfo).port;

  beforeEach(async () => {
    server = inputOf(new BodyBudget(100 * KIB, 64 * KIB)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const socket of held.splice(0)) socket.destroy();
    server.close();
    server.closeAllConnections();
  });

  /** Announces a body and sends some of it. */
  function begin(announced: number, sent: Buffer, encoding = 'identity') {
    const socket = connect(port(), '127.0.0.1');
    held.push(socket);
    socket.write(
      `POST / HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: ${announced}\r\nContent-Encoding: ${encoding}\r\n\r\n`,
    );
    socket.write(sent);
    return socket;
  }
  const post = async (bytes: number) => {
    const answer = await fetch(`http://127.0.0.1:${port()}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(bytes),
    });
    return [answer.status, await answer.text()];
  };
  const firstLine = async (socket: Socket) => {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    return bytes.toString().split('\r\n')[0];
  };

  it('have room together; the largest is refused when there is none, and its connection closed', async () => {
    const small = begin(30 * KIB, Buffer.alloc(20 * KIB, 'x'));
    const large = begin(64 * KIB, Buffer.alloc(60 * KIB, 'x'));
    const another = begin(64 * KIB, Buffer.alloc(50 * KIB, 'x'));

    const refused = await Promise.race([
      firstLine(large).then((line) => ({ line, socket: large })),
      firstLine(another).then((line) => ({ line, socket: another })),
    ]);
    if (!refused.socket.closed) await once(refused.socket, 'close');
    small.write(Buffer.alloc(10 * KIB, 'x'));

    expect(refused.line).toBe('HTTP/1.1 503 Service Unavailable');
    expect(await firstLine(small)).toBe('HTTP/1.1 200 OK');
    expect(await post(10 * KIB)).toEqual([200, String(10 * KIB)]);
  });

  it('weigh what they may become when they are compressed', async () => {
    const packed = gzipSync(Buffer.alloc(60 * KIB, 'x'));
    const begun = [1, 2].map(() => begin(packed.length, packed.subarray(0, -4), 'gzip'));

    const line = await Promise.race(begun.map(firstLine));

    expect(line).toBe('HTTP/1.1 503 Service Unavailable');
  });

  it('leave no trace when they are read, or given up', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect(await post(60 * KIB)).toEqual([200, String(60 * KIB)]);
      const given = begin(64 * KIB, Buffer.alloc(30 * KIB, 'x'));
      await once(given, 'connect');
      given.destroy();
    }
    expect(await post(60 * KIB)).toEqual([200, String(60 * KIB)]);
  });
});
