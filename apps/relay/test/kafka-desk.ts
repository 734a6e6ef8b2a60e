import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { kafkaClient } from '@sextant/platform-events/kafka';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { createTopic } from '@sextant/platform-testing';
import type { Admin, Producer } from 'kafkajs';
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
  read(name: string, count: number): ReturnType<typeof readTopic>;
}

export const brokers = process.env['KAFKA_BROKERS'];

/** To be called in a `describe` of the tests with the broker. */
export function kafkaDesk(): KafkaDesk {
  const kafka = kafkaClient(
    { brokers: (brokers ?? '').split(','), clientId: 'test' },
    silentLogger,
  );
  let admin: Admin;
  const desk = {
    create: async (name, partitions) => await createTopic(admin, name, partitions),
    read: (name, count) => readTopic(kafka, name, count),
  } as KafkaDesk;

  beforeAll(async () => {
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
