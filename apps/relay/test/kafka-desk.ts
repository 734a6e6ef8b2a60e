import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { loadKafka } from '@sextant/platform-events/kafka';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { createTopic } from '@sextant/platform-testing';
import type { Admin, Kafka, Producer } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { readTopic } from './kafka-reader.js';
import type { RunningRelay } from './running-relay.js';

/** A broker with a topic of four partitions for each test, and the relay that uses it. */
export interface KafkaDesk {
  producer: Producer;
  topic: string;
  /** Is closed after the test. */
  running: RunningRelay;
  create(name: string, partitions?: number): Promise<void>;
  /** How many records of the topic the group of its name need not read again. */
  committed(): Promise<number>;
  read(name: string, count: number): ReturnType<typeof readTopic>;
}

export const brokers = process.env['KAFKA_BROKERS'];

/** To be called in a `describe` of the tests with the broker. */
export function kafkaDesk(): KafkaDesk {
  let kafka: Kafka;
  let admin: Admin;
  const desk = {
    create: async (name, partitions) => await createTopic(admin, name, partitions),
    committed: async () => {
      const groups = await admin.fetchOffsets({ groupId: desk.topic, topics: [desk.topic] });
      const offsets = groups.flatMap(({ partitions }) => partitions.map(({ offset }) => offset));
      return offsets.reduce((sum, offset) => sum + Math.max(0, Number(offset)), 0);
    },
    read: (name, count) => readTopic(kafka, name, count),
  } as KafkaDesk;

  beforeAll(async () => {
    const { kafkaClient } = await loadKafka();
    kafka = kafkaClient({ brokers: (brokers ?? '').split(','), clientId: 'test' }, silentLogger);
    admin = kafka.admin();
    desk.producer = kafka.producer({ allowAutoTopicCreation: false });
    await admin.connect();
    await desk.producer.connect();
  });

  afterAll(async () => {
    await desk.producer.disconnect();
    await admin.disconnect();
  });

  beforeEach(async () => {
    desk.topic = `relay-${randomUUID()}`;
    await desk.create(desk.topic, 4);
  });

  afterEach(async () => {
    await desk.running.close();
  });
  return desk;
}
