import { existsSync, watchFile, unwatchFile } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer, Server as TlsServer, type ServerOptions } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { ConnectionLimit } from './connection-limit.js';
import type { Listen } from './listen.js';
import { isPem, pemOf } from './pem.js';

const WATCH_MS = 1000;
/** As the first listener: API servers keep their connections for longer than Node would. */
const KEEP_ALIVE_MS = 75_000;

/** The options of its certificate. */
export interface TlsFiles {
  readonly httpsCert: string | undefined;
  readonly httpsKey: string | undefined;
  readonly httpsClientCa: string | undefined;
  readonly httpsChain: string | undefined;
}

export interface FurtherListenerOptions {
  readonly listen: Listen;
  /** Plain HTTP if absent. */
  readonly tls?: TlsFiles | undefined;
  /** As many connections as there are if absent. */
  readonly limit?: ConnectionLimit | undefined;
  readonly logger: Logger;
}

/** A listener beside the first, with TLS whose certificate is read again when its files change. */
export class FurtherListener {
  private constructor(
    private readonly server: Server,
    private readonly files: readonly string[],
  ) {}

  static async start(
    { listen, tls, limit, logger }: FurtherListenerOptions,
    listener: RequestListener,
  ): Promise<FurtherListener> {
    const server =
      tls === undefined ? createHttpServer(listener) : createServer(tlsOptions(tls), listener);
    limit?.watch(server);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.listen(listen.port, listen.host);
    await once(server, 'listening');
    const files = tls === undefined ? [] : filesOf(tls);
    for (const file of files) {
      watchFile(file, { interval: WATCH_MS }, () => {
        if (tls !== undefined && server instanceof TlsServer) reread(server, tls, logger);
      });
    }
    return new FurtherListener(server, files);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const file of this.files) unwatchFile(file);
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeIdleConnections();
    setTimeout(() => this.server.closeAllConnections(), 2000).unref();
    await closed;
  }
}

/** @throws {Error} when certificate or key is missing */
function tlsOptions(config: TlsFiles): ServerOptions {
  const { httpsCert, httpsKey, httpsClientCa, httpsChain } = config;
  if (httpsCert === undefined || httpsKey === undefined) {
    throw new Error('TLS needs --https-cert and --https-key.');
  }
  return {
    cert: [httpsCert, ...(httpsChain === undefined ? [] : [httpsChain])].map(pemOf).join('\n'),
    key: pemOf(httpsKey),
    ...(httpsClientCa === undefined
      ? {}
      : { ca: pemOf(httpsClientCa), requestCert: true, rejectUnauthorized: false }),
  };
}

const filesOf = ({ httpsCert, httpsKey, httpsClientCa, httpsChain }: TlsFiles) =>
  [httpsCert, httpsKey, httpsClientCa, httpsChain]
    .map((value = '') => value)
    .filter((value) => !isPem(value) && existsSync(value));

function reread(server: TlsServer, config: TlsFiles, logger: Logger): void {
  try {
    server.setSecureContext(tlsOptions(config));
    logger.info('https.certificate_reloaded');
  } catch (error) {
    // The old one goes on: files are often written one after the other.
    logger.warn('https.certificate_unreadable', { err: error });
  }
}
