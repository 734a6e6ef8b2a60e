import {
  custom,
  integer,
  list,
  oneOf,
  optional,
  text,
  toggle,
  url,
  type ConfigOf,
  type Kind,
} from '@sextant/platform-config';
import { httpSettings } from '@sextant/platform-http';
import { jwtSettings } from '@sextant/platform-jwt';
import { mailSettings } from '@sextant/platform-mail';
import { postgresSettings } from '@sextant/platform-postgres';
import { rateLimitSettings } from '@sextant/platform-rate-limit';

/** Push services refuse messages whose sender cannot be reached; Apple's also tells false from true. */
const subject: Kind<string> = {
  expected: 'a mailto: or https: address that is not on localhost or .invalid',
  parse: (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (parsed === undefined || !/^(mailto|https):$/.test(parsed.protocol)) return undefined;
    const host = parsed.hostname === '' ? parsed.pathname.split('@')[1] : parsed.hostname;
    return host === undefined || /(^|\.)(localhost|invalid)$/i.test(host) ? undefined : value;
  },
};

const base64url = (bytes: number): Kind<string> => ({
  expected: `${bytes} bytes in base64url`,
  parse: (value) =>
    /^[\w-]+$/.test(value) && Buffer.from(value, 'base64url').length === bytes ? value : undefined,
});

const token: Kind<string> = {
  expected: '24 characters or more without spaces',
  parse: (value) => (/^[\x21-\x7e]{24,}$/.test(value) ? value : undefined),
};

/** What of them names the database: `main.js migrate` needs no more. */
export const databaseSettings = {
  databaseUrl: optional({
    ...postgresSettings.databaseUrl,
    description: 'The PostgreSQL database of this service; MONGODB_URI may take its place.',
  }),
  databasePoolSize: {
    ...postgresSettings.databasePoolSize,
    description: 'Most connections to the database that one process opens.',
  },
  databaseMigrate: postgresSettings.databaseMigrate,
  mongodbUri: optional(
    url(['mongodb', 'mongodb+srv'], {
      env: 'MONGODB_URI',
      description: 'A MongoDB database that everything is kept in instead of PostgreSQL.',
      example: 'mongodb://user:password@mongo:27017/notifications?replicaSet=rs0',
      secret: true,
    }),
  ),
};

const storage = {
  checkedRetentionDays: integer({
    env: 'CHECKED_RETENTION_DAYS',
    description: 'Days that checked notifications are kept; 0 keeps them for ever.',
    example: '90',
    default: 90,
    max: 36_500,
  }),
  uncheckedRetentionDays: integer({
    env: 'UNCHECKED_RETENTION_DAYS',
    description:
      'Days that received notifications are kept which nobody checks; 0 keeps them for ever.',
    example: '365',
    default: 0,
    max: 36_500,
  }),
  sentRetentionDays: integer({
    env: 'SENT_RETENTION_DAYS',
    description: 'Days that the records of senders are kept; 0 keeps them for ever.',
    example: '365',
    default: 0,
    max: 36_500,
  }),
  eventMemoryDays: integer({
    env: 'EVENT_MEMORY_DAYS',
    description: 'Days that used events are known by their ids; longer than Kafka keeps them.',
    example: '30',
    default: 30,
    min: 1,
    max: 36_500,
  }),
  trailDays: integer({
    env: 'TRAIL_DAYS',
    description: 'Days that it is known what became of each notification; 0 keeps it for ever.',
    example: '90',
    default: 90,
    max: 36_500,
  }),
  deadLetterDays: integer({
    env: 'DEAD_LETTER_DAYS',
    description: 'Days that events that could not be used are kept; 0 keeps them for ever.',
    example: '30',
    default: 30,
    max: 36_500,
  }),
};

const access = {
  serviceToken: optional(
    custom(token, {
      env: 'SERVICE_TOKEN',
      description: 'What other services send to /internal; nobody gets in without it.',
      example: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0',
      secret: true,
    }),
  ),
  unscopedClients: list({
    env: 'UNSCOPED_CLIENTS',
    description: 'Clients of the house: their tokens need no scope notifications.',
    example: 'sextant-direct-login',
    default: ['sextant-direct-login'],
  }),
  operatorAcademies: list({
    env: 'OPERATOR_ACADEMIES',
    description: 'Academies whose administrators run the service for all: see its queues.',
    example: 'default',
    default: ['default'],
  }),
  knownRecipientsOnly: toggle({
    env: 'KNOWN_RECIPIENTS_ONLY',
    description: 'Whether recipients count as unknown whom the service has never heard of.',
    example: 'true',
    default: false,
  }),
  audienceMessagesPerDay: integer({
    env: 'AUDIENCE_MESSAGES_PER_DAY',
    description:
      'Messages to audiences that one sender may create in 24 hours; those that still wait count as well.',
    example: '200',
    default: 200,
    min: 1,
  }),
  rateLimitUser: integer({
    env: 'RATE_LIMIT_USER',
    description: 'Requests that one user may send in a minute.',
    example: '300',
    default: 300,
    min: 1,
  }),
};

const sockets = {
  socketTransports: oneOf(['all', 'websocket'], {
    env: 'SOCKET_TRANSPORTS',
    description: 'all: also long polling, which needs sticky sessions when there are replicas.',
    example: 'websocket',
    default: 'all',
  }),
  socketMaxConnections: integer({
    env: 'SOCKET_MAX_CONNECTIONS',
    description: 'Most sockets that one process keeps open.',
    example: '20000',
    default: 20_000,
    min: 1,
  }),
  socketConnectsPerMinute: integer({
    env: 'SOCKET_CONNECTS_PER_MINUTE',
    description: 'Sockets that one address may open in a minute.',
    example: '6000',
    default: 6000,
    min: 1,
  }),
  socketPingMs: integer({
    env: 'SOCKET_PING_MS',
    description: 'Pause between two pings; a socket without an answer for so long again is closed.',
    example: '25000',
    default: 25_000,
    min: 50,
    max: 3_600_000,
  }),
};

const push = {
  vapidSubject: custom(subject, {
    env: 'VAPID_SUBJECT',
    description: 'Address of the operator for push services.',
    example: 'mailto:operator@example.org',
    developmentDefault: 'mailto:operator@example.org',
  }),
  vapidPublicKey: optional(
    custom(base64url(65), {
      env: 'VAPID_PUBLIC_KEY',
      description:
        'Public key for Web Push; a pair is made once and kept in the database if absent.',
      example: 'BNc…',
    }),
  ),
  vapidPrivateKey: optional(
    custom(base64url(32), {
      env: 'VAPID_PRIVATE_KEY',
      description: 'The private key that belongs to it.',
      example: 'uJk…',
      secret: true,
    }),
  ),
  pushAllowHosts: optional(
    list({
      env: 'PUSH_ALLOW_HOSTS',
      description: 'Push services in private networks that may be called: host or host:port.',
      example: 'push.intranet:8443',
    }),
  ),
  pushCaFile: optional(
    text({
      env: 'PUSH_CA_FILE',
      description:
        'PEM file of a certificate authority for push services, instead of the usual ones.',
      example: '/etc/ssl/intranet.pem',
    }),
  ),
};

const events = {
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
};

const mail = {
  ...mailSettings,
  publicUrl: optional(
    url(['https', 'http'], {
      env: 'PUBLIC_URL',
      description: 'Address under which people reach the service, for links; the issuer if absent.',
      example: 'https://sextant.example.org',
    }),
  ),
};

/** The settings of notifications. */
export const settings = {
  ...httpSettings({ port: 3003 }),
  ...databaseSettings,
  ...storage,
  ...jwtSettings,
  ...access,
  redisUrl: {
    ...rateLimitSettings.redisUrl,
    description: 'Redis that replicas share for signals and rate limits; in memory if absent.',
  },
  ...sockets,
  ...push,
  ...mail,
  ...events,
};

export type NotificationsConfig = ConfigOf<typeof settings>;
