import type { RequestListener } from 'node:http';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Logger } from '@sextant/platform-runtime/logging';
import { FurtherListener } from '../http/further-listener.js';
import { CurrentConfig } from '../options/current-config.js';

/** The second address, with TLS, as API servers need it. */
@Injectable()
export class HttpsListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #listener: FurtherListener | undefined;

  constructor(
    private readonly config: CurrentConfig,
    private readonly host: HttpAdapterHost,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { logger } = this;
    const { started: tls } = this.config;
    if (tls.httpsListen === undefined) return;
    const serve = this.host.httpAdapter.getInstance<RequestListener>();
    this.#listener = await FurtherListener.start({ listen: tls.httpsListen, tls, logger }, serve);
    logger.info('https.started', { port: this.#listener.port });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#listener?.close();
  }
}
