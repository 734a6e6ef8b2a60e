import { systemClock } from '@sextant/platform-runtime/clock';
import { kafkaClient } from '@sextant/platform-events/kafka';
import { KafkaEventSource } from '../../sources/streams/kafka-event-source.js';
import type { RelayConfig } from '../../options/config.js';
import type { EventSource, EventSourceUses } from './event-source.js';
import { kafkaAccess } from '../sinks/sinks.js';

/** Reads the configured topics, if there are any. It joins its group in the background. */
export async function startKafkaSource(
  config: RelayConfig,
  { intake, observer, logger }: EventSourceUses,
): Promise<EventSource | undefined> {
  const { kafkaInBrokers: brokers, kafkaInTopics: topics, kafkaInGroup: group } = config;
  if (brokers === undefined || topics === undefined) return undefined;
  const client = kafkaClient({ brokers, ...kafkaAccess(config) }, logger);
  const source = new KafkaEventSource(client, { intake, observer, clock: systemClock });
  source.start(topics, group);
  return Promise.resolve(source);
}
