import type { Kafka } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { until } from './running-relay.js';

/** A record as a subscriber reads it. */
export interface Read {
  readonly partition: number;
  readonly key: string;
  readonly value: string;
  readonly headers: Record<string, string>;
}

/** Reads a topic from its beginning until there are so many. */
export async function readTopic(kafka: Kafka, name: string, count: number): Promise<Read[]> {
  const consumer = kafka.consumer({ groupId: randomUUID(), maxWaitTimeInMs: 100 });
  const found: Read[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [name], fromBeginning: true });
  await consumer.run({
    eachMessage: ({ partition, message }) => {
      const headers = Object.entries(message.headers ?? {}).map(([header, value]) => [
        header,
        String(value),
      ]);
      found.push({
        partition,
        key: String(message.key),
        value: String(message.value),
        headers: Object.fromEntries(headers) as Record<string, string>,
      });
      return Promise.resolve();
    },
  });
  await until(() => found.length >= count);
  await consumer.disconnect();
  return found;
}
