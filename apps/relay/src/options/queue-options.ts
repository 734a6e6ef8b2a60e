import { KAFKA_MODES } from '../routing/message-mode.js';
import { SASL_MECHANISMS } from '@sextant/platform-events/kafka';
import { aText, aWord, someTexts, textWith, toggleWith, wordWith } from './names.js';

const message = 'Template of the message: inline, a file, or the name of a configured template.';

export const queueOptions = {
  stdoutMessage: aText({
    name: 'STDOUT_OUT_MESSAGE',
    description: `Write events to standard output. ${message}`,
    example: '{{ .type }} {{ .channel }}',
  }),
  kafkaBrokers: someTexts({
    name: 'KAFKA_OUT_BROKERS',
    description: 'Kafka brokers that events are published to.',
    example: 'kafka-1:9092,kafka-2:9092',
  }),
  kafkaTopic: textWith(
    { name: 'KAFKA_OUT_TOPIC', description: 'Topic of the events.', example: 'events' },
    'events',
  ),
  kafkaClientId: textWith(
    {
      name: 'KAFKA_OUT_CLIENT_ID',
      also: ['KAFKA_OUT_CLIEND_ID'],
      description: 'How this client calls itself.',
      example: 'events_kafka',
    },
    'events_kafka',
  ),
  kafkaMode: aWord(
    {
      name: 'KAFKA_OUT_MODE',
      description:
        'CloudEvents in binary or structured mode, or the rendered text (plain); binary if absent, plain if there is a template.',
      example: 'structured',
    },
    KAFKA_MODES,
  ),
  kafkaMessage: aText({
    name: 'KAFKA_OUT_MESSAGE',
    description: `Value of the record; in other modes it only decides: blank is not sent. ${message}`,
    example: '{{ toJSON .Data }}',
  }),
  kafkaDeadLetterTopic: aText({
    name: 'KAFKA_OUT_DEAD_LETTER_TOPIC',
    description: 'Topic that dead letters of all sinks are published to as well.',
    example: 'events-dead',
  }),
  kafkaTls: toggleWith(
    { name: 'KAFKA_TLS', description: 'Speak TLS with the brokers.', example: 'true' },
    false,
  ),
  kafkaSaslUser: aText({
    name: 'KAFKA_SASL_USER',
    description: 'User of the brokers (SASL).',
    example: 'relay',
  }),
  kafkaSaslPassword: aText({
    name: 'KAFKA_SASL_PASSWORD',
    description: 'Password of that user.',
    example: 'a-long-random-text',
    secret: true,
  }),
  kafkaSaslMechanism: wordWith(
    {
      name: 'KAFKA_SASL_MECHANISM',
      description: 'How user and password are shown to the brokers.',
      example: 'scram-sha-512',
    },
    SASL_MECHANISMS,
    'plain',
  ),
  kafkaCa: aText({
    name: 'KAFKA_CA',
    description: 'Authority of the brokers in PEM, or a file with it; TLS is on then.',
    example: '/tls/kafka-ca.crt',
  }),
  kafkaCert: aText({
    name: 'KAFKA_CERT',
    description: "The relay's certificate for the brokers in PEM, or a file with it.",
    example: '/tls/kafka.crt',
  }),
  kafkaKey: aText({
    name: 'KAFKA_KEY',
    description: 'Its private key in PEM, or a file with it.',
    example: '/tls/kafka.key',
    secret: true,
  }),
  kafkaInBrokers: someTexts({
    name: 'KAFKA_IN_BROKERS',
    description: 'Kafka brokers whose CloudEvents are relayed.',
    example: 'kafka-1:9092',
  }),
  kafkaInTopics: someTexts({
    name: 'KAFKA_IN_TOPICS',
    description: 'Topics that are read.',
    example: 'speech-events,ipt-events',
  }),
  kafkaInGroup: textWith(
    { name: 'KAFKA_IN_GROUP', description: 'Consumer group.', example: 'relay' },
    'relay',
  ),
};
