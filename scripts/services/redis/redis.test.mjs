import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { exchange, hostAndPort } from '../network.mjs';
import { testPlace } from '../test-place.mjs';

const redis = testPlace('redis', 'REDIS_URL');
let url;

before(async () => {
  const answer = await redis.up();
  assert.deepEqual(answer.missing, {});
  url = answer.redis.url;
});
after(redis.remove);

test('answers PING', async () => {
  assert.equal(await say('PING'), '+PONG\r\n');
});

test('is listed with its address and how it was had', async () => {
  const { address, how, state } = await redis.state();

  assert.deepEqual({ address, state }, { address: url, state: 'up' });
  assert.match(how, /^(docker|package)$/);
});

test('a second up adopts the running one', async () => {
  const former = redis.entry();

  const answer = await redis.up();

  assert.equal(answer.redis.url, url);
  assert.deepEqual(redis.entry(), former);
});

test('up after a kill brings back what was acknowledged', async () => {
  assert.equal(await say('SET kept yes'), '+OK\r\n');
  await redis.kill();
  assert.equal((await redis.state()).state, 'died');

  await redis.up();

  assert.equal(await say('GET kept'), '$3\r\nyes\r\n');
});

test('down leaves nothing', async () => {
  const former = redis.entry();

  await redis.down();

  assert.equal(await redis.isGone(former), true);
  assert.equal((await redis.state()).state, 'down');
});

async function say(command) {
  const answer = await exchange({ ...hostAndPort(url), request: `${command}\r\n` });
  return answer.toString();
}
