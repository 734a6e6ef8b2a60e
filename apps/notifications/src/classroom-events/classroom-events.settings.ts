import { list, settingsOf, text } from '@sextant/platform-runtime/config';

/** Where events of the classroom are read from. */
export class ClassroomEventsSettings extends settingsOf({
  kafkaBrokers: list(
    'KAFKA_BROKERS',
    'Kafka brokers that events of the classroom are read from; none are if absent.',
    { example: 'kafka-1:9092,kafka-2:9092' },
  ),
  kafkaTopic: text('KAFKA_TOPIC', 'The topic with events of the classroom.', {
    default: 'classroom-events',
  }),
  kafkaGroup: text('KAFKA_GROUP', 'Consumer group; replicas share it.', {
    default: 'sextant-notifications',
  }),
}) {}
