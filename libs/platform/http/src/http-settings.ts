import { integer, oneOf, optional, text, url } from '@sextant/platform-runtime/config';
import { LOG_LEVELS } from '@sextant/platform-runtime/logging';

const timeSettings = {
  requestTimeoutMs: integer({
    env: 'REQUEST_TIMEOUT_MS',
    description: 'Milliseconds after which a request that has no answer yet is answered with 503.',
    example: '30000',
    default: 30_000,
    min: 1,
    max: 3_600_000,
  }),
  shutdownDelayMs: integer({
    env: 'SHUTDOWN_DELAY_MS',
    description:
      'Milliseconds between SIGTERM, when readiness goes 503, and refusing new connections.',
    example: '5000',
    default: 0,
    max: 600_000,
  }),
  shutdownGraceMs: integer({
    env: 'SHUTDOWN_GRACE_MS',
    description: 'Milliseconds that requests in flight have to finish after that.',
    example: '25000',
    default: 25_000,
    max: 600_000,
  }),
};

/** The settings that every HTTP app has; an app's schema spreads them. */
export const httpSettings = (defaults: { readonly port: number }) => ({
  port: integer({
    env: 'PORT',
    description: 'TCP port to listen on; 0 takes a free one.',
    example: String(defaults.port),
    default: defaults.port,
    max: 65535,
  }),
  host: text({
    env: 'HOST',
    description: 'Address to listen on.',
    example: '127.0.0.1',
    default: '0.0.0.0',
  }),
  logLevel: oneOf(LOG_LEVELS, {
    env: 'LOG_LEVEL',
    description: `Least severe log lines to write: ${LOG_LEVELS.join(', ')}.`,
    example: 'debug',
    default: 'info',
  }),
  trustedProxies: optional(
    text({
      env: 'TRUSTED_PROXIES',
      description:
        'Proxies whose X-Forwarded-* headers are believed: addresses, subnets, or loopback, linklocal, uniquelocal; comma-separated.',
      example: 'loopback,10.0.0.0/8',
    }),
  ),
  ...timeSettings,
  otlpEndpoint: optional(
    url(['http', 'https'], {
      env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      description: 'OTLP/HTTP collector that traces are sent to; no traces if absent.',
      example: 'http://collector:4318',
    }),
  ),
});

/** The values of `httpSettings`. */
export interface HttpConfig {
  readonly port: number;
  readonly host: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly trustedProxies: string | undefined;
  readonly requestTimeoutMs: number;
  readonly shutdownDelayMs: number;
  readonly shutdownGraceMs: number;
  readonly otlpEndpoint: string | undefined;
}
