import assert from 'node:assert/strict';
import { test } from 'node:test';

import { loadServices } from './catalogue.mjs';
import { containerName, runArguments } from './docker.mjs';

test('a container listens on this machine only and keeps its data in a volume', () => {
  const container = {
    image: 'redis:7.4.2-alpine',
    containerPort: 6379,
    folder: '/data',
    env: { A: '1' },
    command: ['redis-server'],
  };

  const words = runArguments({ name: 'sextant-1-redis', port: 26001, container }).join(' ');

  assert.equal(
    words,
    'run -d --rm --name sextant-1-redis -p 127.0.0.1:26001:6379 -v sextant-1-redis:/data ' +
      '-e A=1 redis:7.4.2-alpine redis-server',
  );
});

test('two folders have two names', () => {
  assert.notEqual(containerName('/a', 'redis'), containerName('/b', 'redis'));
});

test('every image has a version', async () => {
  for (const service of await loadServices()) {
    assert.match(service.container(26001).image, /^[a-z/-]+:v?\d+\.\d+\.\d+(-alpine)?$/);
  }
});

test('Kafka advertises the port at which the container is reached', async () => {
  const kafka = (await loadServices()).find(({ name }) => name === 'kafka');

  const { containerPort, env } = kafka.container(26001);

  assert.equal(containerPort, 26001);
  assert.equal(env.KAFKA_ADVERTISED_LISTENERS, 'PLAINTEXT://127.0.0.1:26001');
  assert.equal(env.KAFKA_LISTENERS, 'PLAINTEXT://0.0.0.0:26001,CONTROLLER://127.0.0.1:26002');
});
