import { integer, oneOf, settingsOf } from '@sextant/platform-runtime/config';
import { rateLimitSettings } from '@sextant/platform-security/rate-limit';

/** Sockets, and how replicas share signals. */
export class RealtimeSettings extends settingsOf({
  redisUrl: {
    ...rateLimitSettings.redisUrl,
    description: 'Redis that replicas share for signals and rate limits; in memory if absent.',
  },
  socketTransports: oneOf(
    ['all', 'websocket'],
    'SOCKET_TRANSPORTS',
    'all: also long polling, which needs sticky sessions when there are replicas.',
    { example: 'websocket', default: 'all' },
  ),
  socketMaxConnections: integer(
    'SOCKET_MAX_CONNECTIONS',
    'Most sockets that one process keeps open.',
    { default: 20_000, min: 1 },
  ),
  socketMaxPerUser: integer(
    'SOCKET_MAX_PER_USER',
    'Most sockets of one user that one process keeps open: tabs and devices.',
    { default: 100, min: 1 },
  ),
  socketConnectsPerMinute: integer(
    'SOCKET_CONNECTS_PER_MINUTE',
    'Sockets that one address may open in a minute.',
    { default: 6000, min: 1 },
  ),
  socketPingMs: integer(
    'SOCKET_PING_MS',
    'Pause between two pings; a socket without an answer for so long again is closed.',
    { default: 25_000, min: 50, max: 3_600_000 },
  ),
}) {}
