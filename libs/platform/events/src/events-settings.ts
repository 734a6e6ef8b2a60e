import { integer, list, optional, settingsOf } from '@sextant/platform-runtime/config';

/** Where an app's events go. */
export const eventsSettings = {
  kafkaBrokers: optional(
    list({
      env: 'KAFKA_BROKERS',
      description: 'Kafka brokers that events are published to; kept in the outbox if absent.',
      example: 'kafka-1:9092,kafka-2:9092',
    }),
  ),
  outboxRetentionDays: integer({
    env: 'OUTBOX_RETENTION_DAYS',
    description: 'Days that published events stay readable in the outbox.',
    example: '7',
    default: 7,
    min: 1,
    max: 3650,
  }),
};

/** The values of `eventsSettings`, for injection. */
export class EventsSettings extends settingsOf(eventsSettings) {}
