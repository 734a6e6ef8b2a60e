import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';

import { prepareDatabase } from './database.mjs';

describe('a database server that DATABASE_URL names', () => {
  let server;
  const former = process.env.DATABASE_URL;
  before(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined).unref();
      socket.once('data', () => socket.end(failure('28P01', 'no such password')));
    }).unref();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    if (former === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = former;
  });

  const use = async (host, port) => {
    process.env.DATABASE_URL = `postgres://u:hunter2@${host}:${port}/x`;
    const { start } = await prepareDatabase({ services: ['notifications'], leftOvers: [] });
    await start();
  };
  const isToldAs = (reason) => (error) => {
    assert.match(error.message, /^DATABASE_URL: the database "notifications" cannot be used: /);
    assert.match(error.message, reason);
    assert.doesNotMatch(error.message, /hunter2/);
    assert.equal(error.exitCode, 2);
    return true;
  };

  it('and that refuses the password is told with code 2', async () => {
    await assert.rejects(use('127.0.0.1', server.address().port), isToldAs(/no such password/));
  });

  it('and that is not there is told with code 2, by each of its addresses', async () => {
    const { port } = server.address();
    server.close();

    for (const host of ['127.0.0.1', 'localhost']) {
      await assert.rejects(use(host, port), isToldAs(/ECONNREFUSED 127\.0\.0\.1/));
    }
  });
});

/** PostgreSQL manual, 54.7 "Message Formats": ErrorResponse, its fields by 54.8. */
function failure(code, message) {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
