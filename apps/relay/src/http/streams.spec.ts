import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Server } from 'node:http';
import { sendPiece } from './streams.js';

/** More than any buffer between two sockets of one machine holds. */
const MUCH = 'x'.repeat(32 * 1024 * 1024);

describe('a stream', () => {
  let server: Server;
  let reader: Socket;

  afterEach(() => {
    reader.destroy();
    server.closeAllConnections();
    server.close();
  });

  /** What `sendPiece` said of a reader that has asked. */
  async function sent(patienceMs: number, reads: boolean): Promise<readonly boolean[]> {
    const said = Promise.withResolvers<readonly boolean[]>();
    const app = express();
    app.get('/', async (_request, response) => {
      const isRead = await sendPiece(response, MUCH, patienceMs);
      said.resolve([isRead, response.destroyed]);
      response.end();
    });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
    reader.on('error', () => undefined); // it is cut off
    if (reads) reader.resume();
    else reader.pause();
    reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return said.promise;
  }

  it('is cut off for a reader that takes nothing', async () => {
    expect(await sent(200, false)).toEqual([false, true]);
  });

  it('waits for one that reads', async () => {
    expect(await sent(60_000, true)).toEqual([true, false]);
  });
});
