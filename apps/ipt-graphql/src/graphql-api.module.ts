import { createHmac } from 'node:crypto';
import { unwrapResolverError } from '@apollo/server/errors';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Module, type DynamicModule } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import type { Logger } from '@sextant/platform-logging';
import { RateLimiters } from '@sextant/platform-rate-limit';
import type { Request } from 'express';
import type { GraphQLFormattedError } from 'graphql';
import type { IptConfig } from './config.js';
import { OBSERVER, type Observer } from './observability/observer.js';
import { callerOf } from './access/access.js';
import { baseUrlOf } from './http/base-url.js';
import {
  ConnectionsResolver,
  FlowConnectionResolver,
  IpnftConnectionResolver,
} from './explorer/connections.resolver.js';
import { IN_BAND_USES, InBand, type InBandUses, type IptContext } from './graphql/in-band.js';
import {
  MintingResolver,
  TermsResolver,
  TokenizingResolver,
  UploadsResolver,
} from './minting/minting.resolver.js';
import {
  onlyListed,
  persistedQueries,
  readSafeList,
  type SafeList,
} from './graphql/persisted-operations.js';
import { KeyReleaseResolver } from './agreements/key-release/key-release.resolver.js';
import { LIVE_LIMITS, type LiveLimits } from './api/live-operations.js';
import { LiveResolver } from './flows/live/live.resolver.js';
import { LiveServer } from './api/live.server.js';
import { PreparingResolver } from './sign-off/preparing.resolver.js';
import { queryLimits } from './graphql/query-limits.js';
import { CURSOR_KEY } from './graphql/pages.js';
import { IpnftResolver, ReadingResolver } from './explorer/reading.resolver.js';
import { stringifyResult } from './graphql/refusals.js';
import {
  RelayedTransactionConnectionResolver,
  RelayerResolver,
} from './relayer/relayer.resolver.js';
import { SafesResolver } from './safes/safes.resolver.js';
import { SchemaController } from './api/schema.controller.js';
import { SymbolsResolver } from './symbols/symbols.resolver.js';
import { TokenHoldersResolver } from './tokens/token-holders.resolver.js';
import { WalletsResolver } from './wallets/wallets.resolver.js';
import { WebhookDeliveryResolver, WebhooksResolver } from './webhooks/webhooks.resolver.js';

/** Who signs with what. */
const WALLET_RESOLVERS = [
  KeyReleaseResolver,
  SafesResolver,
  WalletsResolver,
  RelayerResolver,
  RelayedTransactionConnectionResolver,
];

/** GraphQL over HTTP at `/graphql`. */
@Module({})
export class GraphqlApiModule {
  static register(config: IptConfig, logger: Logger): DynamicModule {
    const { operationsPerMinute } = config;
    return {
      module: GraphqlApiModule,
      controllers: [SchemaController],
      imports: [GraphQLModule.forRoot<ApolloDriverConfig>(apolloOptions(config, logger))],
      providers: [
        InBand,
        MintingResolver,
        UploadsResolver,
        TermsResolver,
        TokenizingResolver,
        ReadingResolver,
        IpnftResolver,
        PreparingResolver,
        SymbolsResolver,
        ...WALLET_RESOLVERS,
        ConnectionsResolver,
        IpnftConnectionResolver,
        FlowConnectionResolver,
        TokenHoldersResolver,
        WebhooksResolver,
        WebhookDeliveryResolver,
        LiveResolver,
        LiveServer,
        { provide: LIVE_LIMITS, useValue: liveLimits(config) },
        { provide: CURSOR_KEY, useValue: cursorKey(config) },
        {
          provide: IN_BAND_USES,
          inject: [RateLimiters, OBSERVER],
          useFactory: (limiters: RateLimiters, observer: Observer): InBandUses => ({
            limiters,
            logger,
            observer,
            operationsPerMinute,
          }),
        },
      ],
    };
  }
}

/** Cursors and upload URLs are signed with different keys, of one secret. */
const cursorKey = ({ uploadSigningKey }: IptConfig): Buffer =>
  createHmac('sha256', uploadSigningKey).update('cursors').digest();

function apolloOptions(config: IptConfig, logger: Logger): ApolloDriverConfig {
  const { explorable, maxDepth, maxCost, maxTokens, publicUrl } = config;
  const listed = safeListOf(config);
  return {
    driver: ApolloDriver,
    path: '/graphql',
    autoSchemaFile: true,
    sortSchema: true,
    introspection: explorable,
    // Our own, of our own files: `graphiqlPage`.
    graphiql: false,
    playground: false,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    hideSchemaDetailsFromClientErrors: !explorable,
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxLexicalTokens: maxTokens },
    plugins: [
      ...(listed === undefined ? [] : [onlyListed(listed)]),
      queryLimits({ maxDepth, maxCost }),
    ],
    ...(listed === undefined ? {} : { persistedQueries: persistedQueries(listed) }),
    formatError: (shown, error) => {
      if (shown.extensions?.['code'] === 'INTERNAL_SERVER_ERROR') {
        logger.error('graphql.failed', { err: unwrapResolverError(error) });
      }
      return withoutInternals(shown);
    },
    stringifyResult,
    context: ({ req }: { readonly req: Request }): IptContext => ({
      caller: callerOf(req),
      baseUrl: baseUrlOf(req, publicUrl),
    }),
  };
}

const liveLimits = (config: IptConfig): LiveLimits => ({
  maxDepth: config.maxDepth,
  maxCost: config.maxCost,
  maxTokens: config.maxTokens,
  connectionsPerTenant: config.connectionsPerTenant,
  subscriptionsPerTenant: config.subscriptionsPerTenant,
  listed: safeListOf(config),
  isExplorable: config.explorable,
});

/** What our own page asks is always in the list: the service brings both. */
function safeListOf({ persistedOperationsFiles: files }: IptConfig): SafeList | undefined {
  if (files === undefined) return undefined;
  return readSafeList([...files, new URL('./graphql/page-operations.json', import.meta.url)]);
}

/** What resolvers throw is in the results already; anything else that is not the caller's is not shown. */
function withoutInternals({
  message,
  extensions,
  ...rest
}: GraphQLFormattedError): GraphQLFormattedError {
  const code = extensions?.['code'];
  const isOurs = code === 'INTERNAL_SERVER_ERROR';
  return {
    ...rest,
    message: isOurs ? 'Internal error.' : message,
    extensions: { code: isOurs ? 'INTERNAL_ERROR' : code },
  };
}
