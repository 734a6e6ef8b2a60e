import { unwrapResolverError } from '@apollo/server/errors';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Injectable, Module } from '@nestjs/common';
import { GraphQLModule, type GqlOptionsFactory } from '@nestjs/graphql';
import { Logger } from '@sextant/platform-runtime/logging';
import type { Request } from 'express';
import type { GraphQLFormattedError } from 'graphql';
import { callerOf } from '../access/access.js';
import type { IptContext } from '../graphql/in-band.js';
import { ListedOperations } from '../graphql/listed-operations.js';
import { onlyListed, persistedQueries } from '../graphql/persisted-operations.js';
import { queryLimits } from '../graphql/query-limits.js';
import { QuerySettings } from '../graphql/query.settings.js';
import { stringifyResult } from '../graphql/refusals.js';
import { baseUrlOf } from '../http/base-url.js';
import { PublicUrlSettings } from '../http/public-url.settings.js';
import { LiveLimits } from './live-operations.js';
import { LiveServer } from './live.server.js';
import { SchemaController } from './schema.controller.js';

/** How GraphQL is served over HTTP, at `/graphql`. */
@Injectable()
class ServedGraphql implements GqlOptionsFactory<ApolloDriverConfig> {
  constructor(
    private readonly settings: QuerySettings,
    private readonly address: PublicUrlSettings,
    private readonly operations: ListedOperations,
    private readonly logger: Logger,
  ) {}

  createGqlOptions(): ApolloDriverConfig {
    const { explorable, maxDepth, maxCost, maxTokens } = this.settings;
    const { listed } = this.operations;
    return {
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
      formatError: (shown, error) => this.#shown(shown, error),
      stringifyResult,
      context: ({ req }: { readonly req: Request }): IptContext => ({
        caller: callerOf(req),
        baseUrl: baseUrlOf(req, this.address.publicUrl),
      }),
    };
  }

  #shown(shown: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
    if (shown.extensions?.['code'] === 'INTERNAL_SERVER_ERROR') {
      this.logger.error('graphql.failed', { err: unwrapResolverError(error) });
    }
    return withoutInternals(shown);
  }
}

/** GraphQL over HTTP and over WebSocket. */
@Module({
  imports: [
    GraphQLModule.forRootAsync<ApolloDriverConfig>({
      driver: ApolloDriver,
      useClass: ServedGraphql,
    }),
  ],
  controllers: [SchemaController],
  providers: [LiveLimits, LiveServer],
})
export class ApiModule {}

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
