import { existsSync, watchFile, unwatchFile } from 'node:fs';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { RequestListener } from 'node:http';
import type { Logger } from '@sextant/platform-logging';
import type { RelayConfig } from '../config.js';
import { isPem, pemOf } from './pem.js';

const WATCH_MS = 1000;

/** A second listener with TLS, whose certificate is read again when its files change. */
export class HttpsServer {
  private constructor(
    private readonly server: Server,
    private readonly files: readonly string[],
  ) {}

  /** Nothing when no address for it is configured. */
  static async start(
    config: RelayConfig,
    listener: RequestListener,
    logger: Logger,
  ): Promise<HttpsServer | undefined> {
    const { httpsListen } = config;
    if (httpsListen === undefined) return undefined;
    const server = createServer(tlsOptions(config), listener);
    server.listen(httpsListen.port, httpsListen.host);
    await once(server, 'listening');
    const files = filesOf(config);
    for (const file of files) {
      watchFile(file, { interval: WATCH_MS }, () => reread(server, config, logger));
    }
    return new HttpsServer(server, files);
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
function tlsOptions(config: RelayConfig): ServerOptions {
  const { httpsCert, httpsKey, httpsClientCa, httpsChain } = config;
  if (httpsCert === undefined || httpsKey === undefined) {
    throw new Error('--https-listen needs --https-cert and --https-key.');
  }
  return {
    cert: [httpsCert, ...(httpsChain === undefined ? [] : [httpsChain])].map(pemOf).join('\n'),
    key: pemOf(httpsKey),
    ...(httpsClientCa === undefined
      ? {}
      : { ca: pemOf(httpsClientCa), requestCert: true, rejectUnauthorized: false }),
  };
}

const filesOf = ({ httpsCert, httpsKey, httpsClientCa, httpsChain }: RelayConfig) =>
  [httpsCert, httpsKey, httpsClientCa, httpsChain]
    .map((value = '') => value)
    .filter((value) => !isPem(value) && existsSync(value));

function reread(server: Server, config: RelayConfig, logger: Logger): void {
  try {
    server.setSecureContext(tlsOptions(config));
    logger.info('https.certificate_reloaded');
  } catch (error) {
    // The old one goes on: files are often written one after the other.
    logger.warn('https.certificate_unreadable', { err: error });
  }
}
