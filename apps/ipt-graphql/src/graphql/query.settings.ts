import { list, optional, settingsOf, toggle } from '@sextant/platform-runtime/config';
import { atMost } from '../http/at-most.js';

/** What queries may cost, and which may be run. */
export class QuerySettings extends settingsOf({
  operationsPerMinute: atMost(
    'OPERATIONS_PER_MINUTE',
    'Calls of one operation that one key may make in a minute; more are RATE_LIMITED.',
    600,
  ),
  maxDepth: atMost('MAX_QUERY_DEPTH', 'Most levels of fields in a query.', 10),
  maxCost: atMost(
    'MAX_QUERY_COST',
    'Most fields that a query may have, lists times their length; an operation costs 10.',
    4000,
  ),
  connectionsPerTenant: atMost(
    'CONNECTIONS_PER_TENANT',
    'WebSockets for subscriptions that a tenant may have open at one replica.',
    100,
  ),
  subscriptionsPerTenant: atMost(
    'SUBSCRIPTIONS_PER_TENANT',
    'Subscriptions that a tenant may have open at one replica.',
    500,
  ),
  maxTokens: atMost('MAX_QUERY_TOKENS', 'Most tokens in the text of a query.', 1000),
  persistedOperationsFiles: optional(
    list({
      env: 'PERSISTED_OPERATIONS_FILES',
      description:
        "Files with the only operations that are run, as Apollo's tools write them; any if absent.",
      example: '/etc/ipt/operations.json',
    }),
  ),
  explorable: toggle({
    env: 'GRAPHQL_EXPLORABLE',
    description: 'Introspection, and GraphiQL at /graphql for browsers; off in production.',
    example: 'true',
    default: process.env['NODE_ENV'] !== 'production',
  }),
}) {}
