import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { DataSource } from 'typeorm';
import { GatewayFetchBack } from './content/copies/gateway-fetch-back.js';
import { HttpPinningService } from './content/copies/http-pinning-service.js';
import { KuboPins } from './content/copies/kubo-pins.js';
import { PostgresCopies } from './content/copies/postgres-copies.js';
import type { IptConfig } from './config.js';
import { CONTENT_STORE, type ContentStore } from './content/content-store.js';
import { SecondCopy, type CopyStore, type PinningService } from './content/copies/copies.js';
import { CopyWorker, type CopyWorkerUses } from './content/copies/copy-worker.js';
import { LEDGER, type Ledger } from './ledger/ledger.js';
import { OBSERVER, type Observer } from './observability/observer.js';

/** What `CopyStore`, `SecondCopy | undefined` and `CopyWorker | undefined` are bound to. */
export const COPY_STORE = Symbol('CopyStore');
export const SECOND_COPY = Symbol('SecondCopy');
const COPY_WORKER = Symbol('CopyWorker');

/** Looks after copies as long as the service runs. */
@Injectable()
class Copying implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(COPY_WORKER) private readonly worker: CopyWorker | undefined) {}

  onApplicationBootstrap(): void {
    this.worker?.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.stop();
  }
}

/** The second copy of all content, where a pinning service is named, or else a Kubo. */
@Module({})
export class CopiesModule {
  static register(config: IptConfig, logger: Logger): DynamicModule {
    const keeper = keeperOf(config);
    return {
      module: CopiesModule,
      global: true,
      providers: [
        {
          provide: COPY_STORE,
          inject: [DataSource],
          useFactory: (source: DataSource) => new PostgresCopies(source),
        },
        {
          provide: COPY_WORKER,
          inject: [COPY_STORE, CONTENT_STORE, OBSERVER],
          useFactory: (store: CopyStore, content: ContentStore, observer: Observer) =>
            workerFor(keeper(content), {
              ...{ store, observer, logger, clock: systemClock },
              fetchBack: fetchBack(config, content),
            }),
        },
        {
          provide: SECOND_COPY,
          inject: [COPY_STORE, LEDGER, CONTENT_STORE, COPY_WORKER],
          useFactory: (
            ...[store, ledger, content, worker]: [CopyStore, Ledger, ContentStore, CopyWorker?]
          ) =>
            worker === undefined
              ? undefined
              : new SecondCopy(
                  { store, ledger, content, wake: () => worker.wake() },
                  config.secondCopyWaitMs,
                ),
        },
        Copying,
      ],
      exports: [COPY_STORE, SECOND_COPY],
    };
  }
}

/** Who keeps the second copies, if anybody: the pinning service, or else the Kubo. */
function keeperOf(config: IptConfig): (content: ContentStore) => PinningService | undefined {
  const { kuboUrl } = config;
  const remote = pinningService(config);
  if (remote !== undefined || kuboUrl === undefined) return () => remote;
  return (content) => new KuboPins(kuboUrl, content);
}

const workerFor = (service: PinningService | undefined, uses: Omit<CopyWorkerUses, 'service'>) =>
  service === undefined ? undefined : new CopyWorker({ ...uses, service });

/** @throws {Error} for a service without its token */
function pinningService(config: IptConfig): HttpPinningService | undefined {
  const { pinningServiceUrl: baseUrl, pinningServiceToken: token } = config;
  if (baseUrl === undefined) return undefined;
  if (token === undefined) throw new Error('PINNING_SERVICE_URL needs PINNING_SERVICE_TOKEN.');
  return new HttpPinningService({ baseUrl, token, origins: config.pinningOrigins ?? [] });
}

const fetchBack = ({ pinningGatewayUrl: url }: IptConfig, content: ContentStore) =>
  url === undefined ? undefined : new GatewayFetchBack(url, content);
