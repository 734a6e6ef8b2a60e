import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer, type Server, type TLSSocket, type TlsOptions } from 'node:tls';
import type { Clock } from '@sextant/platform-runtime/clock';
import type { Intake } from '../../intake/intake.js';
import { ThrottledLog } from '../../observability/throttled-log.js';
import type { Observer } from '../../observability/observer.js';
import { parseSyslog, syslogEvent } from './syslog.js';
import { SyslogFrames } from './syslog-frames.js';

export interface SyslogServerUses {
  readonly intake: Pick<Intake, 'accept'>;
  readonly observer: Observer;
  readonly clock: Clock;
  /** Messages with a larger number are counted and dropped. */
  readonly leastSeverity: number;
  readonly maxConnections: number;
}

const AGAIN_MS = 1000;
/** Senders keep a connection; one that says nothing for a day is gone. */
const IDLE_MS = 24 * 3600 * 1000;

/**
 * Syslog over TLS (RFC 5425). The protocol knows no answer: a connection is read no further until what
 * came is stored, so that the sender keeps the rest, and what is on the way when it breaks is lost.
 */
export class SyslogServer {
  readonly #sockets = new Set<TLSSocket>();
  readonly #server: Server;
  #closed = false;
  #count = 0;

  constructor(
    options: TlsOptions,
    private readonly uses: SyslogServerUses,
  ) {
    this.#server = createServer(options, (socket) => void this.#serve(socket));
    this.#server.on('tlsClientError', (error) => uses.observer.trouble('syslog.refused', error));
    // The protocol has no answer: whoever is too many finds the connection closed, and comes again.
    this.#server.maxConnections = uses.maxConnections;
    const crowd = new ThrottledLog(uses.clock, (count) => {
      const why = `more than ${uses.maxConnections} connections: ${count} closed`;
      uses.observer.trouble('syslog.refused', new Error(why));
    });
    this.#server.on('drop', crowd.happened);
  }

  async listen(port: number, host: string): Promise<number> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** What has come is stored first. */
  async close(): Promise<void> {
    this.#closed = true;
    const closed = once(this.#server, 'close');
    this.#server.close();
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
      if (!this.#closed) this.uses.observer.trouble('syslog.connection_failed', error);
    } finally {
      this.#sockets.delete(socket);
      socket.destroy();
    }
  }

  async #store(messages: readonly string[], { remoteAddress = '' }: TLSSocket): Promise<void> {
    const { clock, leastSeverity, observer } = this.uses;
    const nowMs = clock.nowMs();
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
  async #accept(acceptance: Parameters<Intake['accept']>[0]): Promise<void> {
    for (;;) {
      try {
        await this.uses.intake.accept(acceptance);
        return;
      } catch (error) {
        if (this.#closed) throw error;
        this.uses.observer.trouble('syslog.not_stored', error);
        await pause(AGAIN_MS, undefined, { ref: false });
      }
    }
  }
}
