import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';

import { Kafka, logLevel } from 'kafkajs';

import { testPlace } from '../test-place.mjs';

const kafka = testPlace('kafka', 'KAFKA_BROKERS');
const squatter = createServer();
let brokers;
const JOIN_MS = 30_000;

before(async () => {
  const answer = await kafka.up();
  assert.deepEqual(answer.missing, {});
  brokers = answer.kafka.brokers;
});
after(async () => {
  squatter.close();
  await kafka.remove();
});

test('produces and consumes in order', async () => {
  await createTopic('ordered');
  const sent = Array.from({ length: 100 }, (_, index) => `message ${index}`);
  await produce('ordered', sent);

  assert.deepEqual(await consume('ordered', sent.length), sent);
});

test('a second up adopts the running one', async () => {
  const former = kafka.entry();

  const answer = await kafka.up();

  assert.equal(answer.kafka.brokers, brokers);
  assert.deepEqual(kafka.entry(), former);
});

test('up after a kill keeps what was acknowledged, also at another port', async () => {
  await createTopic('kept');
  await produce('kept', ['acknowledged']);
  const former = kafka.entry();
  await kafka.kill();
  await new Promise((resolve) => squatter.listen(former.port, '127.0.0.1', resolve));

  brokers = (await kafka.up()).kafka.brokers;

  assert.notEqual(kafka.entry().port, former.port);
  assert.deepEqual(await consume('kept', 1), ['acknowledged']);
});

test('down leaves nothing', async () => {
  const former = kafka.entry();

  await kafka.down();

  assert.equal(await kafka.isGone(former), true);
});

const client = () =>
  new Kafka({
    brokers: [brokers],
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 100, maxRetryTime: 1000, retries: 20 },
  });

async function createTopic(topic) {
  const admin = client().admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: true });
  await admin.disconnect();
}

async function produce(topic, texts) {
  const producer = client().producer();
  await producer.connect();
  await producer.send({ topic, acks: -1, messages: texts.map((value) => ({ value })) });
  await producer.disconnect();
}

async function consume(topic, count) {
  for (let attempt = 1; ; attempt += 1) {
    const consumer = client().consumer({ groupId: `${attempt} of ${topic}`, maxWaitTimeInMs: 250 });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    const received = [];
    const isComplete = await new Promise((resolve, reject) => {
      const eachMessage = async ({ message }) => {
        received.push(message.value.toString());
        if (received.length === count) resolve(true);
      };
      consumer.run({ eachMessage }).catch(reject);
      // On a busy machine kafkajs may lose its group while joining it, and then never joins.
      setTimeout(resolve, JOIN_MS, false).unref();
    });
    await consumer.disconnect();
    if (isComplete) return received;
  }
}
