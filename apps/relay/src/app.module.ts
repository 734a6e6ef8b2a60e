import { Inject, Injectable, Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ConfigError } from '@sextant/platform-config';
import { HealthModule } from '@sextant/platform-health';
import type { Logger } from '@sextant/platform-logging';
import { Metrics } from '@sextant/platform-telemetry';
import type { RequestListener } from 'node:http';
import { HttpsServer } from './composition/https-server.js';
import { inputs } from './composition/inputs.js';
import { readConfig } from './composition/read-config.js';
import { Relay } from './composition/relay.js';
import { TemplateProblem } from './composition/templates.js';
import type { RelayConfig } from './config.js';
import { AdminAccess } from './domain/admin-access.js';
import { Administration } from './domain/administration.js';
import { Archive } from './domain/history/archive.js';
import { LiveFeed } from './domain/history/live-feed.js';
import { AuditLog } from './domain/audit-log.js';
import { Console } from './domain/console/console.js';
import { Reception } from './domain/reception.js';
import { AdminController } from './http/admin.controller.js';
import { ConsoleController } from './http/console.controller.js';
import { ContractController } from './http/contract.controller.js';
import { HistoryController } from './http/history.controller.js';
import { healthcheckController, inputController } from './http/input.controller.js';
import { LiveController } from './http/live.controller.js';
import { SpoolProbe } from './http/spool.probe.js';

const CONFIG = Symbol('RelayConfig');
const LOGGER = Symbol('Logger');

/** The second listener, the signal that reads the configuration again, and the end of everything. */
@Injectable()
class Lifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  #https: HttpsServer | undefined;
  readonly #onHangUp = () => void this.reload();

  constructor(
    @Inject(CONFIG) private readonly config: RelayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Relay) private readonly relay: Relay,
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const listener = this.host.httpAdapter.getInstance<RequestListener>();
    this.#https = await HttpsServer.start(this.config, listener, this.logger);
    if (this.#https !== undefined) this.logger.info('https.started', { port: this.#https.port });
    process.on('SIGHUP', this.#onHangUp);
  }

  async onApplicationShutdown(): Promise<void> {
    process.off('SIGHUP', this.#onHangUp);
    await this.#https?.close();
    await this.relay.close();
  }

  private async reload(): Promise<void> {
    try {
      await this.relay.reload(readConfig());
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

const auditLog = (logger: Logger): AuditLog => ({
  administered: (what) => logger.info('administration', what),
});

/** The relay itself, for the controllers and the probe. */
@Module({})
class RelayModule {
  static register(config: RelayConfig, logger: Logger): DynamicModule {
    const metrics = new Metrics('relay');
    const { registry } = metrics;
    return {
      module: RelayModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: Metrics, useValue: metrics },
        { provide: Relay, useFactory: () => Relay.start({ config, logger, registry }) },
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
        ...[CONFIG, LOGGER, Metrics, Relay, Reception, Administration],
        ...[AdminAccess, Archive, AuditLog, Console, LiveFeed, SpoolProbe],
      ],
    };
  }
}

/** The only place that binds ports to adapters. */
@Module({})
export class AppModule {
  static register(config: RelayConfig, logger: Logger): DynamicModule {
    const { healthcheckPath } = config;
    return {
      module: AppModule,
      imports: [
        RelayModule.register(config, logger),
        HealthModule.register({ probes: [SpoolProbe] }),
      ],
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
