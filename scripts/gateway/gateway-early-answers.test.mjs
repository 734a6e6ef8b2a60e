import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';

import { createGateway } from './gateway.mjs';

const ROUNDS = 250;
const BODY = Buffer.alloc(2 * 1024 * 1024, 'x');
const REFUSAL = '{"error":"payload_too_large"}';
const ANSWER = [
  'HTTP/1.1 413 Payload Too Large',
  'Content-Type: application/json',
  `Content-Length: ${REFUSAL.length}`,
  'Connection: close',
  '',
  REFUSAL,
].join('\r\n');

/** Services that refuse a body by its first bytes, and do not read on: the kernel then resets the connection. */
const MANNERS = {
  'closes at once': (socket) => socket.end(ANSWER, () => socket.destroy()),
  'closes in the same breath': (socket) => {
    socket.write(ANSWER);
    socket.destroySoon();
  },
  'resets the connection': (socket) => socket.write(ANSWER, () => socket.resetAndDestroy()),
  'answers and stops reading': (socket) => socket.pause().write(ANSWER),
};

for (const [manner, refuse] of Object.entries(MANNERS)) {
  describe(`an upstream that answers before it has read the body, and ${manner}`, () => {
    let upstream, gateway, port;
    const open = new Set();

    before(async () => {
      upstream = createServer((socket) => {
        open.add(socket.on('error', () => undefined));
        socket.once('close', () => open.delete(socket));
        socket.once('data', () => refuse(socket));
      });
      await once(upstream.listen(0, '127.0.0.1'), 'listening');
      gateway = createGateway({
        routes: [{ path: '/oauth', isExact: false, service: 'auth-server' }],
        ports: { 'auth-server': upstream.address().port },
      });
      await once(gateway.listen(0, '127.0.0.1'), 'listening');
      port = gateway.address().port;
    });
    after(async () => {
      gateway.closeAllConnections();
      for (const socket of open) socket.destroy();
      await Promise.all([gateway, upstream].map((server) => once(server.close(), 'close')));
    });

    it(`has its answer reach the caller, ${ROUNDS} times`, async () => {
      const seen = new Map();
      for (let round = 1; round <= ROUNDS; round += 1) {
        const answer = await post(port);
        seen.set(answer, (seen.get(answer) ?? 0) + 1);
      }

      assert.deepEqual([...seen], [[`413 ${REFUSAL}`, ROUNDS]]);
    });
  });
}

/** Sends all of it, whatever is answered meanwhile, on a connection of its own. */
async function post(port) {
  const headers = { 'Content-Length': BODY.length };
  const outgoing = request({ port, path: '/oauth/token', method: 'POST', headers, agent: false });
  outgoing.on('error', () => undefined); // an answer that is cut off is seen below
  outgoing.end(BODY);
  try {
    const [response] = await once(outgoing, 'response');
    return `${response.statusCode} ${(await response.toArray()).join('')}`;
  } catch (error) {
    return error.code;
  } finally {
    outgoing.destroy();
  }
}
