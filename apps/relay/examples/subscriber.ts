/**
 * A subscriber of relay's events: `node examples/subscriber.ts BROKERS TOPIC GROUP`.
 *
 * Node 24 runs it as it is. Deliveries are at least once, so it drops ids that it has seen.
 */
import { Kafka, logLevel } from 'kafkajs';
import { readRelayedEvent, type RelayedEvent } from './relay-events.ts';

const [brokers = 'localhost:9092', topic = 'events', groupId = 'example'] = process.argv.slice(2);

const kafka = new Kafka({
  brokers: brokers.split(','),
  clientId: groupId,
  logLevel: logLevel.ERROR,
});
const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 250 });
const seen = new Set<string>();

function line(event: RelayedEvent): string {
  switch (event.schema) {
    case 'AlertmanagerEvent':
      return `${event.data.status} ${event.data.labels['alertname'] ?? ''} since ${event.data.startsAt}`;
    case 'K8sEvent':
      return `${event.data.operation} ${event.data.kind} ${event.data.location} by ${event.data.user.name}`;
  }
}

await consumer.connect();
await consumer.subscribe({ topics: [topic], fromBeginning: true });
await consumer.run({
  eachMessage: async ({ message }) => {
    const event = readRelayedEvent(
      Object.fromEntries(
        Object.entries(message.headers ?? {}).map(([name, value]) => [name, value?.toString()]),
      ),
      message.value,
    );
    if (event === undefined || seen.has(event.id)) return Promise.resolve();
    seen.add(event.id);
    process.stdout.write(`${line(event)}\n`);
    return Promise.resolve();
  },
});
process.once('SIGTERM', () => void consumer.disconnect().then(() => process.exit(0)));
