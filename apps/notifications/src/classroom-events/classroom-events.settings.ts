import { list, optional, settingsOf, text } from '@sextant/platform-runtime/config';

/** Where events of the classroom are read from. */
export class ClassroomEventsSettings extends settingsOf({
  kafkaBrokers: optional(
    list({
      env: 'KAFKA_BROKERS',
      description: 'Kafka brokers that events of the classroom are read from; none are if absent.',
      example: 'kafka-1:9092,kafka-2:9092',
    }),
  ),
  kafkaTopic: text({
    env: 'KAFKA_TOPIC',
    description: 'The topic with events of the classroom.',
    example: 'classroom-events',
    default: 'classroom-events',
  }),
  kafkaGroup: text({
    env: 'KAFKA_GROUP',
    description: 'Consumer group; replicas share it.',
    example: 'sextant-notifications',
    default: 'sextant-notifications',
  }),
}) {}
