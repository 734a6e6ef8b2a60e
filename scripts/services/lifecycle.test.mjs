import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { join } from 'node:path';

import { testPlace } from './test-place.mjs';

const place = testPlace('redis', 'REDIS_URL');
after(place.remove);

test('an address in the environment wins, and nothing is started', async () => {
  const server = createServer((socket) => socket.end('+PONG\r\n'));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.REDIS_URL = `redis://127.0.0.1:${server.address().port}`;

  const answer = await place.up();
  const state = await place.state();

  server.close();
  assert.deepEqual(answer, { missing: {}, excused: [], redis: { url: process.env.REDIS_URL } });
  assert.deepEqual(state, {
    name: 'redis',
    address: process.env.REDIS_URL,
    how: 'environment',
    state: 'up',
  });
  assert.equal(place.entry(), undefined);
});

test('an address that does not answer is named without its password', async () => {
  process.env.REDIS_URL = 'redis://user:secret@127.0.0.1:1';

  const { missing } = await place.up();

  assert.match(missing.redis, /^REDIS_URL=redis:\/\/user:\*\*\*@127\.0\.0\.1:1 does not answer/);
});

test('two at a time start one server', async () => {
  delete process.env.REDIS_URL;

  const [first, second] = await Promise.all([place.up(), place.up()]);

  assert.deepEqual(first, second);
  assert.equal((await place.state()).state, 'up');
});

test('a lock whose owner died is taken over', async () => {
  await place.down();
  mkdirSync(join(place.data, 'services'), { recursive: true });
  const owner = { pid: process.pid, command: 'another program which had this id' };
  writeFileSync(join(place.data, 'services', 'lock'), JSON.stringify({ supervisor: owner }));

  assert.deepEqual((await place.up()).missing, {});
});

test('an unknown service is refused by name', async () => {
  await assert.rejects(testPlace('reddis', 'REDIS_URL').up(), /Unknown service reddis/);
});
