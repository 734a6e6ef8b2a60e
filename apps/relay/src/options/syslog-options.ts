import { parseListen } from '../http/listen.js';
import { aKind, aText, numberWith, wordWith } from './names.js';

/** RFC 5424, section 6.2.1, by its number. */
export const SYSLOG_SEVERITIES = [
  ...(['emergency', 'alert', 'critical', 'error'] as const),
  ...(['warning', 'notice', 'informational', 'debug'] as const),
] as const;

export const syslogOptions = {
  syslogListen: aKind(
    {
      name: 'SYSLOG_IN_LISTEN',
      description: 'Address that takes syslog (RFC 5424) over TLS.',
      example: ':6514',
    },
    {
      expected: 'an address such as :6514 or 127.0.0.1:6514',
      parse: (value: string) => parseListen(value),
    },
  ),
  syslogCert: aText({
    name: 'SYSLOG_IN_CERT',
    description: 'Its certificate chain in PEM, or a file; that of --https-cert if absent.',
    example: '/tls/syslog.crt',
  }),
  syslogKey: aText({
    name: 'SYSLOG_IN_KEY',
    description: 'Its private key in PEM, or a file; that of --https-key if absent.',
    example: '/tls/syslog.key',
    secret: true,
  }),
  syslogClientCa: aText({
    name: 'SYSLOG_IN_CLIENT_CA',
    description: 'Certificates in PEM, or a file: only senders with a certificate of theirs.',
    example: '/tls/senders.crt',
  }),
  syslogMaxConnections: numberWith(
    {
      name: 'SYSLOG_IN_MAX_CONNECTIONS',
      description: 'Connections of senders at once; further ones are closed, and logged.',
      example: '1024',
    },
    1024,
    { min: 1, max: 65_535 },
  ),
  syslogSeverity: wordWith(
    {
      name: 'SYSLOG_IN_SEVERITY',
      description: 'Messages that are less severe are counted and dropped.',
      example: 'error',
    },
    SYSLOG_SEVERITIES,
    'warning',
  ),
};
