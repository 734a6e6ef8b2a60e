import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ConfigError } from '@sextant/platform-runtime/config';
import { Logger } from '@sextant/platform-runtime/logging';
import { Deployment } from './deployment.js';
import { readConfig } from '../options/config.js';

const ignored = (): void => undefined;

/** SIGHUP reads the configuration again. */
@Injectable()
export class HangUp implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #onHangUp = () => void this.#reload();

  constructor(
    private readonly deployment: Deployment,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    process.on('SIGHUP', this.#onHangUp);
  }

  beforeApplicationShutdown(): void {
    // Without a listener the signal would cut the end short: service managers send it beside SIGTERM.
    if (!process.listeners('SIGHUP').includes(ignored)) process.on('SIGHUP', ignored);
    process.off('SIGHUP', this.#onHangUp);
  }

  async #reload(): Promise<void> {
    try {
      await this.deployment.reload(readConfig());
    } catch (error) {
      const isExpected = error instanceof ConfigError;
      const details = isExpected ? { reason: error.message } : { err: error };
      this.logger.error('config.reload_refused', details);
    }
  }
}
