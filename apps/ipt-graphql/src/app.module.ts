import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ApiKeys, CreateApiKeys1763700000000 } from '@sextant/platform-api-keys';
import { systemClock } from '@sextant/platform-clock';
import {
  CreateOutbox1763700000001,
  kafkaClient,
  KafkaPublisher,
  Outbox,
  OutboxWorker,
} from '@sextant/platform-events';
import { HealthModule } from '@sextant/platform-health';
import { JwtVerifier } from '@sextant/platform-jwt';
import type { Logger } from '@sextant/platform-logging';
import { PostgresModule, PostgresProbe } from '@sextant/platform-postgres';
import { RateLimiters, RateLimitModule } from '@sextant/platform-rate-limit';
import { Metrics } from '@sextant/platform-telemetry';
import { DataSource } from 'typeorm';
import {
  AgreeOnMints1763700000052,
  KeepHostileTexts1763700000053,
  CountStorage1763700000051,
  CreateIpt1763700000050,
} from './flows/initial.migration.js';
import { KeepCopies1763700000072 } from './content/copies/copies.migration.js';
import { EncryptAgreements1763700000074 } from './agreements/encryption.migration.js';
import { RelayTransactions1763700000075 } from './relayer/relayer.migration.js';
import { GiveSymbolsBack1763700000054 } from './symbols/symbols.migration.js';
import { LookTwice1763700000059 } from './chain/indexer/gaps.migration.js';
import { FindIpnfts1763700000056 } from './explorer/search.migration.js';
import { CollectSafeSignatures1763700000070 } from './safes/safes.migration.js';
import { KeepSignatures1763700000057 } from './sign-off/signer.migration.js';
import { FollowTokens1763700000058 } from './chain/indexer/tokens.migration.js';
import { LinkWallets1763700000071 } from './wallets/wallets.migration.js';
import { CallWebhooks1763700000055 } from './webhooks/webhooks.migration.js';
import { PrometheusObserver } from './observability/prometheus-observer.js';
import { ChainModule } from './chain.module.js';
import type { IptConfig } from './config.js';
import { CopiesModule } from './copies.module.js';
import { SCOPES } from './access/caller.js';
import { OBSERVER } from './observability/observer.js';
import { EncryptionModule } from './encryption.module.js';
import { GraphqlApiModule } from './graphql-api.module.js';
import { ACCESS, type RequireCaller } from './access/access.js';
import { BundleController } from './bundles/bundle.controller.js';
import { IpfsController, STALLED_MS } from './content/ipfs.controller.js';
import { KeysController } from './access/keys.controller.js';
import { WalletController } from './wallets/wallet.controller.js';
import { RelayerModule } from './relayer.module.js';
import { RulesModule } from './rules.module.js';
import { WebhooksModule } from './webhooks.module.js';
import { StoreModule } from './store.module.js';
import { RESOURCE } from './http/resource.js';

/** Owner of the key that comes with the environment. */
const FIRST_OWNER = 'default';

interface Surroundings {
  readonly config: IptConfig;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const SURROUNDINGS = Symbol('Surroundings');

/** Stores the first key, publishes events, and stops at the end. */
@Injectable()
class Lifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  #worker: OutboxWorker | undefined;

  constructor(
    @Inject(SURROUNDINGS) private readonly surroundings: Surroundings,
    @Inject(ApiKeys) private readonly keys: ApiKeys,
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { bootstrapApiKey, kafkaBrokers, outboxRetentionDays } = this.surroundings.config;
    if (bootstrapApiKey !== undefined) {
      const scopes = Object.values(SCOPES);
      await this.keys.adopt({ owner: FIRST_OWNER, label: 'first key', scopes }, bootstrapApiKey);
    }
    if (kafkaBrokers === undefined) return;
    const { source, outbox } = this;
    const { logger, metrics } = this.surroundings;
    const publisher = new KafkaPublisher(
      kafkaClient({ brokers: kafkaBrokers, clientId: 'ipt-graphql' }, logger),
    );
    this.#worker = new OutboxWorker(
      { source, outbox, logger, metrics, publisher, clock: systemClock },
      { retentionDays: outboxRetentionDays },
    );
    this.#worker.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#worker?.stop();
  }
}

/** Nobody's tokens count unless an issuer is named. */
function tokenVerifier(config: IptConfig, metrics: Metrics): JwtVerifier | undefined {
  const { authIssuer } = config;
  if (authIssuer === undefined) return undefined;
  return new JwtVerifier(
    { ...config, authIssuer, adminScope: 'ipt:admin', resourcePaths: RESOURCE.paths },
    systemClock,
    metrics,
  );
}

/** What is counted, behind `/metrics`; and who is let in. */
@Module({})
class WatchModule {
  static register(config: IptConfig, metrics: Metrics): DynamicModule {
    const providers = [
      { provide: Metrics, useValue: metrics },
      { provide: OBSERVER, useFactory: () => new PrometheusObserver(metrics.registry) },
      {
        provide: ACCESS,
        inject: [ApiKeys],
        useFactory: (keys: ApiKeys): RequireCaller => ({
          keys,
          tokens: tokenVerifier(config, metrics),
        }),
      },
    ];
    return { module: WatchModule, global: true, providers, exports: providers };
  }
}

/** In the order in which they run. */
export const MIGRATIONS = [
  CreateApiKeys1763700000000,
  CreateOutbox1763700000001,
  CreateIpt1763700000050,
  CountStorage1763700000051,
  AgreeOnMints1763700000052,
  KeepHostileTexts1763700000053,
  GiveSymbolsBack1763700000054,
  CallWebhooks1763700000055,
  FindIpnfts1763700000056,
  KeepSignatures1763700000057,
  FollowTokens1763700000058,
  LookTwice1763700000059,
  CollectSafeSignatures1763700000070,
  LinkWallets1763700000071,
  KeepCopies1763700000072,
  EncryptAgreements1763700000074,
  RelayTransactions1763700000075,
];

/** The root; it and chain.module.ts are the only places that bind ports to adapters. */
@Module({})
export class AppModule {
  static register(config: IptConfig, logger: Logger): DynamicModule {
    const metrics = new Metrics('ipt-graphql');
    return {
      module: AppModule,
      imports: [
        PostgresModule.register({
          config,
          logger,
          app: 'ipt-graphql',
          migrations: MIGRATIONS,
          metrics,
        }),
        WatchModule.register(config, metrics),
        RateLimitModule.register({
          app: 'ipt-graphql',
          redisUrl: config.redisUrl,
          logger,
          metrics,
        }),
        CopiesModule.register(config, logger),
        StoreModule.register(config),
        ChainModule.register(config, logger),
        EncryptionModule.register(config, logger),
        RulesModule.register(config, logger),
        RelayerModule.register(config, logger),
        WebhooksModule.register(config, logger),
        GraphqlApiModule.register(config, logger),
        HealthModule.register({ probes: [PostgresProbe, RateLimiters] }),
      ],
      controllers: [BundleController, IpfsController, KeysController, WalletController],
      providers: [
        { provide: SURROUNDINGS, useValue: { config, logger, metrics } },
        { provide: STALLED_MS, useValue: config.requestTimeoutMs },
        Lifecycle,
      ],
    };
  }
}
