/** How an event becomes a record: CloudEvents in two modes, or the rendered text alone. */
export const KAFKA_MODES = ['binary', 'structured', 'plain'] as const;
export type KafkaMode = (typeof KAFKA_MODES)[number];
