import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { createTopic } from '@sextant/platform-testing';
import type { KafkaMessage } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { toEnvelope, type OutgoingEvent } from './index.js';
import { kafkaClient, KafkaPublisher } from './kafka-publisher.js';

const brokers = process.env['KAFKA_BROKERS'];

(brokers === undefined ? describe.skip : describe)('KafkaPublisher, needs KAFKA_BROKERS', () => {
  const topic = `test-${randomUUID()}`;
  const options = { brokers: (brokers ?? '').split(','), clientId: 'test' };
  const kafka = kafkaClient(options, silentLogger);
  const publisher = new KafkaPublisher(kafka);
  const admin = kafka.admin();

  beforeAll(async () => {
    await admin.connect();
    await createTopic(admin, topic, 2);
  });

  afterAll(async () => {
    await publisher.close();
    await admin.deleteTopics({ topics: [topic] });
    await admin.disconnect();
  });

  const outgoing = (key: string, n: number): OutgoingEvent => ({
    topic,
    key,
    event: toEnvelope(
      { type: 'org.sextant.demo.happened', subject: key, data: { n } },
      { id: `${key}-${n}`, app: 'demo', nowMs: 0 },
    ),
  });

  it('stores CloudEvents in binary mode, in order per key', async () => {
    const events = [outgoing('a', 1), outgoing('b', 1), outgoing('a', 2), outgoing('b', 2)];

    await publisher.publish(events.slice(0, 2));
    await publisher.publish(events.slice(2));

    const messages = await consume(events.length);
    const ofKey = (key: string) =>
      messages
        .filter((message) => message.key?.toString() === key)
        .map((message) => message.value?.toString());
    expect(ofKey('a')).toEqual(['{"n":1}', '{"n":2}']);
    expect(ofKey('b')).toEqual(['{"n":1}', '{"n":2}']);
    expect(headersOf(messages[0])).toMatchObject({
      ce_specversion: '1.0',
      ce_type: 'org.sextant.demo.happened',
      ce_source: '/sextant/demo',
      ce_time: '1970-01-01T00:00:00.000Z',
      'content-type': 'application/json',
    });
  });

  it('rejects when the topic is not there', async () => {
    const lost = { ...outgoing('a', 1), topic: `missing-${randomUUID()}` };
    const impatient = new KafkaPublisher(kafkaClient({ ...options, retries: 1 }, silentLogger));

    await expect(impatient.publish([lost])).rejects.toThrow();
    await impatient.close();
  });

  async function consume(count: number): Promise<KafkaMessage[]> {
    const consumer = kafka.consumer({ groupId: randomUUID(), maxWaitTimeInMs: 250 });
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    const messages: KafkaMessage[] = [];
    await new Promise<void>((resolve, reject) => {
      consumer
        .run({
          eachMessage: async ({ message }) => {
            messages.push(message);
            if (messages.length === count) resolve();
            return Promise.resolve();
          },
        })
        .catch(reject);
    });
    await consumer.disconnect();
    return messages;
  }
});

function headersOf(message: KafkaMessage | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(message?.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
}
