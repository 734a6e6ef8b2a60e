import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer, type Server, type TLSSocket, type TlsOptions } from 'node:tls';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { systemClock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { pemOf } from '../../http/pem.js';
import type { RelayConfig } from '../../options/config.js';
import { CurrentConfig } from '../../options/current-config.js';
import { SYSLOG_SEVERITIES } from '../../options/syslog-options.js';
import { Intake, type Acceptance } from '../../intake/intake.js';
import { ThrottledLog } from '../../observability/throttled-log.js';
import { Observer } from '../../observability/observer.js';
import { parseSyslog, syslogEvent } from './syslog.js';
import { SyslogFrames } from './syslog-frames.js';

const AGAIN_MS = 1000;
/** Senders keep a connection; one that says nothing for a day is gone. */
const IDLE_MS = 24 * 3600 * 1000;

/**
 * Syslog over TLS (RFC 5425). The protocol knows no answer: a connection is read no further until what
 * came is stored, so that the sender keeps the rest, and what is on the way when it breaks is lost.
 */
@Injectable()
export class SyslogServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #sockets = new Set<TLSSocket>();
  #server: Server | undefined;
  #closed = false;
  #count = 0;

  constructor(
    private readonly config: CurrentConfig,
    private readonly intake: Intake,
    private readonly observer: Observer,
    private readonly logger: Logger,
  ) {}

  /** Listens where an address for it is configured. */
  async onApplicationBootstrap(): Promise<void> {
    const { syslogListen: listen, syslogMaxConnections: limit } = this.config.started;
    if (listen === undefined) return;
    const { observer } = this;
    const options = tlsOptions(this.config.started);
    const server = createServer(options, (socket) => void this.#serve(socket));
    this.#server = server;
    server.on('tlsClientError', (error) => observer.trouble('syslog.refused', error));
    // The protocol has no answer: whoever is too many finds the connection closed, and comes again.
    server.maxConnections = limit;
    const crowd = new ThrottledLog(systemClock, (count) => {
      const why = `more than ${limit} connections: ${count} closed`;
      observer.trouble('syslog.refused', new Error(why));
    });
    server.on('drop', crowd.happened);
    server.listen(listen.port, listen.host);
    await once(server, 'listening');
    this.logger.info('syslog.started', { port: (server.address() as AddressInfo).port });
  }

  /** What has come is stored first. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#closed = true;
    const server = this.#server;
    if (server?.listening !== true) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #serve(socket: TLSSocket): Promise<void> {
    this.#sockets.add(socket);
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    const frames = new SyslogFrames();
    try {
      for await (const chunk of socket) await this.#store(frames.add(chunk as Buffer), socket);
    } catch (error) {
      if (!this.#closed) this.observer.trouble('syslog.connection_failed', error);
    } finally {
      this.#sockets.delete(socket);
      socket.destroy();
    }
  }

  async #store(messages: readonly string[], { remoteAddress = '' }: TLSSocket): Promise<void> {
    const { observer } = this;
    const leastSeverity = SYSLOG_SEVERITIES.indexOf(this.config.started.syslogSeverity);
    const nowMs = systemClock.nowMs();
    const parsed = messages.map((text) => parseSyslog(text));
    const read = parsed.filter((message) => message !== undefined);
    const wanted = read.filter(({ severity }) => severity <= leastSeverity);
    this.#drop(observer, 'malformed', parsed.length - read.length);
    this.#drop(observer, 'severity', read.length - wanted.length);
    const events = wanted.map((message) => {
      this.#count += 1;
      const number = `${remoteAddress} ${nowMs} ${this.#count}`;
      return syslogEvent(message, { channel: 'syslog', nowMs, number });
    });
    const bytes = messages.reduce((sum, text) => sum + text.length, 0);
    await this.#accept({ source: 'syslog', events, bytes });
  }

  #drop(observer: Observer, reason: string, count: number): void {
    if (count > 0) observer.dropped('syslog', reason, count);
  }

  /** Nobody could be told to send it again. */
  async #accept(acceptance: Acceptance): Promise<void> {
    for (;;) {
      try {
        await this.intake.accept(acceptance);
        return;
      } catch (error) {
        if (this.#closed) throw error;
        this.observer.trouble('syslog.not_stored', error);
        await pause(AGAIN_MS, undefined, { ref: false });
      }
    }
  }
}

/** Without a certificate of its own it uses that of HTTPS. */
function tlsOptions(config: RelayConfig): TlsOptions {
  const { syslogClientCa: clientCa } = config;
  return {
    cert: pemOf(config.syslogCert ?? config.httpsCert ?? ''),
    key: pemOf(config.syslogKey ?? config.httpsKey ?? ''),
    minVersion: 'TLSv1.2',
    ...(clientCa === undefined
      ? {}
      : { ca: pemOf(clientCa), requestCert: true, rejectUnauthorized: true }),
  };
}
