import { Module } from '@nestjs/common';
import { OutboxModule } from '@sextant/platform-events';
import { HealthModule } from '@sextant/platform-runtime/health';
import { PostgresModule, PostgresProbe } from '@sextant/platform-data/postgres';
import { RateLimiters, RateLimitModule } from '@sextant/platform-security/rate-limit';
import { AccessModule } from './access/access.module.js';
import { KeyReleaseModule } from './agreements/key-release/key-release.module.js';
import { ApiModule } from './api/api.module.js';
import { BundlesModule } from './bundles/bundles.module.js';
import { ChainsModule } from './chain/indexer/chains.module.js';
import { ContentModule } from './content/copies/content.module.js';
import { LiveFlowsModule } from './flows/live/live-flows.module.js';
import { GraphqlModule } from './graphql/graphql.module.js';
import * as MIGRATIONS from './migrations.js';
import { MetadataModule } from './metadata/metadata.module.js';
import { ObservabilityModule } from './observability/observability.module.js';
import { RelayerModule } from './relayer/relayer.module.js';
import { SignOffModule } from './sign-off/sign-off.module.js';
import { TokensModule } from './tokens/tokens.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The service: its features, from the ground up in `floors.json`. */
@Module({
  imports: [
    PostgresModule.forRoot({ migrations: MIGRATIONS }),
    OutboxModule.forRoot(),
    RateLimitModule.forRoot(),
    HealthModule.register({ probes: [PostgresProbe, RateLimiters] }),
    ObservabilityModule,
    AccessModule,
    GraphqlModule,
    ContentModule,
    ChainsModule,
    KeyReleaseModule,
    LiveFlowsModule,
    BundlesModule,
    TokensModule,
    RelayerModule,
    WebhooksModule,
    MetadataModule,
    SignOffModule,
    ApiModule,
  ],
})
export class AppModule {}
