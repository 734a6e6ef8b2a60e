import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Module } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import { LiveLimits } from './live-operations.js';
import { LiveGateway } from './live.gateway.js';
import { SchemaController } from './schema.controller.js';
import { ServedGraphql } from './graphql.server.js';

/** GraphQL over HTTP and over WebSocket. */
@Module({
  imports: [
    GraphQLModule.forRootAsync<ApolloDriverConfig>({
      driver: ApolloDriver,
      useClass: ServedGraphql,
    }),
  ],
  controllers: [SchemaController],
  providers: [LiveLimits, LiveGateway],
})
export class ApiModule {}
