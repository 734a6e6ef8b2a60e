import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { ConfigError } from '@sextant/platform-runtime/config';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { Observer } from '../../observability/observer.js';
import { ContentSettings } from '../content.settings.js';
import { ContentStore } from '../content-store.js';
import { CopyKeeping, CopyStore, type PinningService } from './copies.js';
import { CopyWorker } from './copy-worker.js';
import { GatewayFetchBack } from './gateway-fetch-back.js';
import { HttpPinningService } from './http-pinning-service.js';
import { KuboPins } from './kubo-pins.js';
import { PinningSettings } from './pinning.settings.js';

/** Looks after second copies as long as the service runs, where a pinning service is named, or else a Kubo. */
@Injectable()
export class ConfiguredKeeping
  implements CopyKeeping, OnApplicationBootstrap, OnApplicationShutdown
{
  readonly #worker: CopyWorker | undefined;

  constructor(
    store: CopyStore,
    content: ContentStore,
    pinning: PinningSettings,
    { kuboUrl }: ContentSettings,
    observer: Observer,
    clock: Clock,
    logger: Logger,
    metrics: Metrics,
  ) {
    const service = keeperOf(pinning, kuboUrl, content);
    if (service === undefined) return;
    const uses = { store, service, observer, clock, logger, metrics };
    this.#worker = new CopyWorker({ ...uses, fetchBack: fetchBack(pinning, content) });
  }

  get isOn(): boolean {
    return this.#worker !== undefined;
  }

  wake(): void {
    this.#worker?.wake();
  }

  onApplicationBootstrap(): void {
    this.#worker?.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#worker?.stop();
  }
}

/** Who keeps the second copies, if anybody: the pinning service, or else the Kubo. */
function keeperOf(
  pinning: PinningSettings,
  kuboUrl: string | undefined,
  content: ContentStore,
): PinningService | undefined {
  const remote = pinningService(pinning);
  if (remote !== undefined || kuboUrl === undefined) return remote;
  return new KuboPins(kuboUrl, content);
}

/** @throws {ConfigError} for a service without its token */
function pinningService(config: PinningSettings): HttpPinningService | undefined {
  const { pinningServiceUrl: baseUrl, pinningServiceToken: token } = config;
  if (baseUrl === undefined) return undefined;
  if (token === undefined) {
    throw new ConfigError(['PINNING_SERVICE_URL needs PINNING_SERVICE_TOKEN.']);
  }
  return new HttpPinningService({ baseUrl, token, origins: config.pinningOrigins ?? [] });
}

const fetchBack = ({ pinningGatewayUrl: url }: PinningSettings, content: ContentStore) =>
  url === undefined ? undefined : new GatewayFetchBack(url, content);
