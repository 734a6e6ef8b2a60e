import { systemClock } from '@sextant/platform-runtime/clock';
import { SyslogServer } from '../../sources/streams/syslog-server.js';
import type { RelayConfig } from '../../options/config.js';
import { SYSLOG_SEVERITIES } from '../../sources/streams/syslog.js';
import type { EventSource, EventSourceUses } from './event-source.js';
import { pemOf } from '../sinks/pem.js';

/** Listens for syslog, where an address for it is configured. */
export async function startSyslogSource(
  config: RelayConfig,
  { intake, observer, logger }: EventSourceUses,
): Promise<EventSource | undefined> {
  const { syslogListen: listen, syslogClientCa: clientCa } = config;
  if (listen === undefined) return undefined;
  const server = new SyslogServer(
    {
      cert: pemOf(config.syslogCert ?? config.httpsCert ?? ''),
      key: pemOf(config.syslogKey ?? config.httpsKey ?? ''),
      minVersion: 'TLSv1.2',
      ...(clientCa === undefined
        ? {}
        : { ca: pemOf(clientCa), requestCert: true, rejectUnauthorized: true }),
    },
    {
      ...{ intake, observer, clock: systemClock },
      maxConnections: config.syslogMaxConnections,
      leastSeverity: SYSLOG_SEVERITIES.indexOf(config.syslogSeverity),
    },
  );
  const port = await server.listen(listen.port, listen.host);
  logger.info('syslog.started', { port });
  return server;
}
