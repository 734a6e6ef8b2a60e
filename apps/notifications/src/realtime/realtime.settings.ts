import { integer, oneOf, settingsOf } from '@sextant/platform-runtime/config';
import { rateLimitSettings } from '@sextant/platform-security/rate-limit';

/** Sockets, and how replicas share signals. */
export class RealtimeSettings extends settingsOf({
  redisUrl: {
    ...rateLimitSettings.redisUrl,
    description: 'Redis that replicas share for signals and rate limits; in memory if absent.',
  },
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
  socketMaxPerUser: integer({
    env: 'SOCKET_MAX_PER_USER',
    description: 'Most sockets of one user that one process keeps open: tabs and devices.',
    example: '100',
    default: 100,
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
}) {}
