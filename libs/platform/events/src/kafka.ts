export {
  idempotentProducer,
  kafkaClient,
  KafkaPublisher,
  SASL_MECHANISMS,
} from './kafka-publisher.js';
export type { KafkaOptions, KafkaSasl, KafkaTls } from './kafka-publisher.js';
