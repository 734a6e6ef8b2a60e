import { Inject, Injectable, Module, type Provider } from '@nestjs/common';
import type { DynamicModule, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ConfigError } from '@sextant/platform-runtime/config';
import { HealthModule } from '@sextant/platform-runtime/health';
import type { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import type { RequestListener } from 'node:http';
import { FurtherListener } from './composition/sources/further-listener.js';
import { inputs } from './composition/sources/inputs.js';
import { readConfig } from './composition/read-config.js';
import { Relay } from './composition/relay.js';
import { ReviewThread } from './composition/reviews/review-thread.js';
import { TemplateProblem } from './composition/templates.js';
import type { RelayConfig } from './options/config.js';
import { AdminAccess } from './http/admin-access.js';
import { Administration } from './administration/administration.js';
import { Archive } from './history/archive.js';
import { LiveFeed } from './history/live-feed.js';
import { AuditLog } from './http/audit-log.js';
import { Console } from './console/console.js';
import { Reception } from './inputs/reception.js';
import { AdminController } from './administration/admin.controller.js';
import { ConsoleController } from './console/console.controller.js';
import { ContractController } from './contract/contract.controller.js';
import { HistoryController } from './history/history.controller.js';
import { healthcheckController, inputController } from './inputs/input.controller.js';
import { LiveController } from './history/live.controller.js';
import { ReviewsProbe } from './admission/reviews.probe.js';
import { SpoolProbe } from './administration/spool.probe.js';

const CONFIG = Symbol('RelayConfig');
const LOGGER = Symbol('Logger');
const REVIEWS = Symbol('ReviewThread');

/** The second listener, the signal that reads the configuration again, and the end of everything. */
@Injectable()
class Lifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  #https: FurtherListener | undefined;
  readonly #onHangUp = () => void this.reload();

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Relay) private readonly relay: Relay,
    @Inject(REVIEWS) private readonly reviews: ReviewThread | undefined,
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const listener = this.host.httpAdapter.getInstance<RequestListener>();
    const { config: tls } = this.relay;
    const { httpsListen: listen } = tls;
    if (listen !== undefined) {
      const { logger } = this;
      this.#https = await FurtherListener.start({ listen, tls, logger }, listener);
      logger.info('https.started', { port: this.#https.port });
    }
    process.on('SIGHUP', this.#onHangUp);
  }

  async onApplicationShutdown(): Promise<void> {
    process.off('SIGHUP', this.#onHangUp);
    await this.#https?.close();
    await this.reviews?.close();
    await this.relay.close();
  }

  private async reload(): Promise<void> {
    try {
      const config = readConfig();
      await this.relay.reload(config);
      this.reviews?.use(config);
    } catch (error) {
      const isExpected = error instanceof ConfigError || error instanceof TemplateProblem;
      const details = isExpected ? { reason: error.message } : { err: error };
      this.logger.error('config.reload_refused', details);
    }
  }
}

/** A part of the relay under its own name. */
const ofRelay = <T>(part: abstract new (...args: never[]) => T, from: (relay: Relay) => T) => [
  { provide: part, inject: [Relay], useFactory: from },
];

interface ReviewUses {
  readonly config: RelayConfig;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const reviewThread = ({ config, ...uses }: ReviewUses): Provider[] => [
  {
    provide: REVIEWS,
    inject: [Relay],
    useFactory: ({ reception, observer }: Relay) =>
      ReviewThread.start(config, { reception, observer, ...uses }),
  },
  {
    provide: ReviewsProbe,
    inject: [REVIEWS],
    useFactory: (thread: ReviewThread | undefined) => new ReviewsProbe(thread),
  },
];

const auditLog = (logger: Logger): AuditLog => ({
  administered: (what) => logger.info('administration', what),
});

/** The relay itself, for the controllers and the probe. */
@Module({})
class RelayModule {
  static register(config: RelayConfig, logger: Logger): DynamicModule {
    const metrics = new Metrics('relay');
    return {
      module: RelayModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: Metrics, useValue: metrics },
        { provide: Relay, useFactory: () => Relay.start({ config, logger, metrics }) },
        ...reviewThread({ config, logger, metrics }),
        ...ofRelay(Reception, ({ reception }) => reception),
        ...ofRelay(Administration, ({ administration }) => administration),
        ...ofRelay(AdminAccess, ({ adminAccess }) => adminAccess),
        ...ofRelay(Archive, ({ archive }) => archive),
        ...ofRelay(Console, (relay) => relay.console),
        ...ofRelay(LiveFeed, ({ live }) => live),
        { provide: AuditLog, useValue: auditLog(logger) },
        {
          provide: SpoolProbe,
          inject: [Administration],
          useFactory: (administration: Administration) => new SpoolProbe(administration),
        },
      ],
      exports: [
        ...[CONFIG, LOGGER, REVIEWS, Metrics, Relay, Reception, Administration],
        ...[AdminAccess, Archive, AuditLog, Console, LiveFeed, SpoolProbe, ReviewsProbe],
      ],
    };
  }
}

/** The service; `composition` puts its parts together. */
@Module({})
export class AppModule {
  static register(config: RelayConfig, logger: Logger): DynamicModule {
    const { healthcheckPath, k8sListen } = config;
    const probes = [SpoolProbe, ...(k8sListen === undefined ? [] : [ReviewsProbe])];
    return {
      module: AppModule,
      imports: [RelayModule.register(config, logger), HealthModule.register({ probes })],
      controllers: [
        ...inputs(config).map((input) => inputController(input)),
        ...(healthcheckPath === undefined ? [] : [healthcheckController(healthcheckPath)]),
        AdminController,
        ContractController,
        ConsoleController,
        HistoryController,
        LiveController,
      ],
      providers: [Lifecycle],
    };
  }
}
