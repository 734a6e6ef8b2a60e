import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { randomIds, systemClock } from '@sextant/platform-clock';
import { kafkaClient, KafkaPublisher, Outbox, OutboxWorker } from '@sextant/platform-events';
import { HealthModule } from '@sextant/platform-health';
import type { Logger } from '@sextant/platform-logging';
import { PostgresModule, PostgresProbe } from '@sextant/platform-postgres';
import { RateLimiters, RateLimitModule } from '@sextant/platform-rate-limit';
import { Metrics } from '@sextant/platform-telemetry';
import { DataSource } from 'typeorm';
import { accountNewsProviders } from './account-news-providers.js';
import type { PostgresAccountLinks } from './mails/postgres-account-links.js';
import { PostgresChanges } from './database/postgres-changes.js';
import { observeKeys } from './sign-in/prometheus-observer.js';
import { bootstrap } from './bootstrap.js';
import type { AuthServerConfig } from './config.js';
import { AccountDeletion } from './accounts/account-deletion.js';
import { ARTIFACTS, type Artifacts } from './sessions/artifacts.js';
import { CLIENTS, type Clients } from './clients/client.js';
import { ACCOUNT_LINKS } from './mails/postbox.js';
import { Revocations } from './security-events/revocations.js';
import { ScopeAdmin } from './scopes/scope-admin.js';
import { SCOPES, type Scopes } from './scopes/scope.js';
import { SEALER, type Sealer } from './keys/sealer.js';
import { SIGNING_KEYS, type SigningKeys } from './keys/signing-keys.js';
import { UserAdmin } from './users/user-admin.js';
import { USERS, type Users } from './users/user.js';
import { ApprovalController, ApprovalLinkController } from './approvals/approval.controller.js';
import { LinksController } from './accounts/pages/links.controller.js';
import { OwnAccountController } from './accounts/pages/own-account.controller.js';
import { OwnFactorsController } from './accounts/pages/own-factors.controller.js';
import { OwnPasskeysController } from './accounts/pages/own-passkeys.controller.js';
import { RecoveryController } from './accounts/pages/recovery.controller.js';
import { ClientsController } from './admin/clients/clients.controller.js';
import { FactorsController } from './admin/users/factors.controller.js';
import { GroupsController } from './admin/groups/groups.controller.js';
import { ScopesController } from './admin/scopes/scopes.controller.js';
import {
  AdminLoginController,
  AuditController,
  SystemController,
} from './admin/system/system.controller.js';
import { ReportsController } from './admin/reports/reports.controller.js';
import { UserImportController } from './admin/users/user-import.controller.js';
import { UsersController } from './admin/users/users.controller.js';
import { healthBody } from './http/health-body.js';
import { ScimDiscoveryController } from './scim/scim-discovery.controller.js';
import { ScimGroupsController } from './scim/scim-groups.controller.js';
import { ScimUsersController } from './scim/scim-users.controller.js';
import { StorableTextGuard } from './http/storable-text.guard.js';
import { OwnSessionsController } from './accounts/pages/own-sessions.controller.js';
import { SsfController, SsfMetadataController } from './security-events/ssf.controller.js';
import { UpstreamController } from './upstream/upstream.controller.js';
import { MailLifecycle, LOGGER } from './mail-lifecycle.js';
import { PingLifecycle } from './ping-lifecycle.js';
import { PushLifecycle } from './push-lifecycle.js';
import { Engine } from './oidc/engine/engine.js';
import { MIGRATIONS } from './migrations.js';
import { serviceProviders } from './providers.js';

export const CONFIG = Symbol('AuthServerConfig');

const KEY_POLL_MS = 30_000;

/** The accounts of the bootstrap file. */
@Injectable()
class Accounts {
  constructor(
    @Inject(CONFIG) private readonly config: AuthServerConfig,
    @Inject(USERS) private readonly users: Users,
    @Inject(CLIENTS) private readonly clients: Clients,
    @Inject(SCOPES) private readonly scopes: Scopes,
    @Inject(UserAdmin) private readonly userAdmin: UserAdmin,
    @Inject(ScopeAdmin) private readonly scopeAdmin: ScopeAdmin,
    @Inject(SEALER) private readonly sealer: Sealer,
  ) {}

  async bootstrap(): Promise<void> {
    const { bootstrapFile } = this.config;
    if (bootstrapFile === undefined) return;
    const { users, clients, scopes, userAdmin, scopeAdmin, sealer } = this;
    const newId = () => randomIds.next();
    await bootstrap(bootstrapFile, {
      users,
      clients,
      scopes,
      userAdmin,
      scopeAdmin,
      sealer,
      newId,
    });
  }
}

/** Brings keys and accounts up before the first request, and keeps keys and tables in shape. */
@Injectable()
class Lifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #timers: NodeJS.Timeout[] = [];
  #worker: OutboxWorker | undefined;
  #publisher: KafkaPublisher | undefined;

  // eslint-disable-next-line injection/max-params -- ends with the feature modules
  constructor(
    @Inject(CONFIG) private readonly config: AuthServerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Engine) private readonly engine: Engine,
    @Inject(PostgresChanges) private readonly changes: PostgresChanges,
    @Inject(SIGNING_KEYS) private readonly keys: SigningKeys,
    @Inject(ARTIFACTS) private readonly artifacts: Artifacts,
    @Inject(ACCOUNT_LINKS) private readonly links: PostgresAccountLinks,
    @Inject(AccountDeletion) private readonly deletion: AccountDeletion,
    @Inject(Revocations) private readonly revocations: Revocations,
    @Inject(Accounts) private readonly accounts: Accounts,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    observeKeys(this.metrics, this.keys, systemClock);
    if (this.config.requireFactor === undefined) {
      this.logger.warn('factor.not_required', { hint: 'REQUIRE_FACTOR is not set.' });
    }
    await this.keys.rotate();
    await this.engine.refresh();
    const refresh = (): Promise<void> =>
      this.#background(this.engine.refresh(), 'engine.refresh_failed');
    this.changes.on('keys', refresh);
    this.changes.on('scopes', refresh);
    await this.changes.start();
    await this.accounts.bootstrap();
    await this.#warnOfClients();
    this.#every(KEY_POLL_MS, 'keys.rotation_failed', async () => {
      await this.keys.rotate();
      await this.engine.refresh();
    });
    this.#every(this.config.sweepSeconds * 1000, 'sweep.failed', async () => {
      const now = new Date(systemClock.nowMs());
      const rows = await this.artifacts.sweep(now);
      await this.links.sweep(now);
      await this.revocations.streams.sweep(now);
      const accounts = await this.deletion.deleteDue();
      if (accounts > 0) this.logger.info('accounts.deleted', { accounts });
      if (rows > 0) this.logger.info('sweep.done', { rows });
    });
    this.#publishEvents();
  }

  async #warnOfClients(): Promise<void> {
    const clients = await this.engine.uses.clients.withoutPkce();
    if (clients.length > 0) this.logger.warn('pkce.waived', { clients });
  }

  async onApplicationShutdown(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.revocations.stop();
    await this.#worker?.stop();
    await this.#publisher?.close();
    await this.changes.stop();
  }

  /** Without a broker the events stay in the outbox, where they can be read. */
  #publishEvents(): void {
    const { kafkaBrokers, outboxRetentionDays } = this.config;
    if (kafkaBrokers === undefined) return;
    const client = kafkaClient(
      { brokers: kafkaBrokers, clientId: 'sextant-auth-server' },
      this.logger,
    );
    this.#publisher = new KafkaPublisher(client);
    const { source, outbox, logger, metrics } = this;
    this.#worker = new OutboxWorker(
      { source, outbox, logger, metrics, publisher: this.#publisher, clock: systemClock },
      { retentionDays: outboxRetentionDays },
    );
    this.#worker.start();
  }

  #every(ms: number, event: string, work: () => Promise<void>): void {
    const timer = setInterval(() => void this.#background(work(), event), ms);
    timer.unref();
    this.#timers.push(timer);
  }

  /** A failure is logged: the next turn tries again. */
  #background(work: Promise<void>, event: string): Promise<void> {
    return work.catch((error: unknown) => this.logger.warn(event, { err: error }));
  }
}

const CONTROLLERS = [
  AdminLoginController,
  ClientsController,
  ScopesController,
  UsersController,
  FactorsController,
  SystemController,
  AuditController,
  ReportsController,
  UserImportController,
  GroupsController,
  ScimDiscoveryController,
  ScimUsersController,
  ScimGroupsController,
  OwnSessionsController,
  RecoveryController,
  LinksController,
  OwnAccountController,
  OwnFactorsController,
  OwnPasskeysController,
  ApprovalLinkController,
  ApprovalController,
  UpstreamController,
  SsfMetadataController,
  SsfController,
];

/** The only place that binds ports to adapters, together with `providers.ts`. */
@Module({})
export class AppModule {
  /** @param isService `false` for the command line, which leaves what takes time to the service */
  static register(
    config: AuthServerConfig,
    logger: Logger,
    { isService = true } = {},
  ): DynamicModule {
    const metrics = new Metrics('auth-server');
    const shared = { app: 'auth-server', logger, metrics };
    return {
      module: AppModule,
      imports: [
        PostgresModule.register({
          ...shared,
          config,
          migrations: MIGRATIONS,
          statementTimeoutMs: config.databaseDeadlineMs,
        }),
        RateLimitModule.register({ ...shared, redisUrl: config.redisUrl }),
        HealthModule.register({ probes: [PostgresProbe, RateLimiters], body: healthBody }),
      ],
      controllers: CONTROLLERS,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: Metrics, useValue: metrics },
        ...serviceProviders(config, logger),
        { provide: APP_GUARD, useClass: StorableTextGuard },
        Accounts,
        Lifecycle,
        ...(isService
          ? [MailLifecycle, PushLifecycle, PingLifecycle, ...accountNewsProviders(config, logger)]
          : []),
      ],
    };
  }
}
