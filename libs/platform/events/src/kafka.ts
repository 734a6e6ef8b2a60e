export { SASL_MECHANISMS } from './kafka-options.js';
export type { KafkaOptions, KafkaSasl, KafkaTls } from './kafka-options.js';

/** Kafka's client, which is loaded where there are brokers. */
export const loadKafka = () => import('./kafka-publisher.js');
