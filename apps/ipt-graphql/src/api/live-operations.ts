import { Injectable } from '@nestjs/common';
import { ListedOperations } from '../graphql/listed-operations.js';
import { QuerySettings } from '../graphql/query.settings.js';
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLSchema,
} from 'graphql';
import type { IptContext } from '../graphql/in-band.js';
import { isListed, notListed, type SafeList } from '../graphql/persisted-operations.js';
import { requireSmall, type QueryLimits } from '../graphql/query-limits.js';

/** What subscriptions may cost, and how many there may be. */
@Injectable()
export class LiveLimits implements QueryLimits {
  readonly maxDepth: number;
  readonly maxCost: number;
  readonly maxTokens: number;
  readonly connectionsPerTenant: number;
  readonly subscriptionsPerTenant: number;
  readonly isExplorable: boolean;
  /** The only operations that are run; any if absent. */
  readonly listed: SafeList | undefined;

  constructor(settings: QuerySettings, { listed }: ListedOperations) {
    this.maxDepth = settings.maxDepth;
    this.maxCost = settings.maxCost;
    this.maxTokens = settings.maxTokens;
    this.connectionsPerTenant = settings.connectionsPerTenant;
    this.subscriptionsPerTenant = settings.subscriptionsPerTenant;
    this.isExplorable = settings.explorable;
    this.listed = listed;
  }
}

interface Payload {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Record<string, unknown> | null | undefined;
}

interface LiveUses {
  readonly schema: GraphQLSchema;
  readonly context: IptContext;
  /** How many subscriptions of the tenant are open, this one among them. */
  readonly open: number;
  readonly limits: LiveLimits;
}

/** What is to be run, after the same rules as for HTTP; or what is wrong with it. */
export function liveOperation(
  payload: Payload,
  { schema, context, open, limits }: LiveUses,
): ExecutionArgs | readonly GraphQLError[] {
  try {
    if (open > limits.subscriptionsPerTenant) throw refusal('RATE_LIMITED', TOO_MANY);
    const document = parse(payload.query, { maxLexicalTokens: limits.maxTokens });
    const errors = validate(schema, document, specifiedRules, {
      hideSuggestions: !limits.isExplorable,
    });
    if (errors.length > 0) return errors.map(invalid);
    requireAllowed(payload, document, { schema, limits });
    return {
      ...{ schema, document, contextValue: context },
      operationName: payload.operationName,
      variableValues: payload.variables,
    };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return [
      error.extensions['code'] === undefined ? withCode(error, 'GRAPHQL_PARSE_FAILED') : error,
    ];
  }
}

const TOO_MANY = 'This tenant has too many subscriptions open. Close some.';

/** Queries and mutations go over HTTP, where their limits are. @throws {GraphQLError} */
function requireAllowed(
  { query, operationName, variables }: Payload,
  document: DocumentNode,
  { schema, limits }: Pick<LiveUses, 'schema' | 'limits'>,
): void {
  if (limits.listed !== undefined && !isListed(limits.listed, query)) throw notListed();
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) {
    throw refusal('OPERATION_RESOLUTION_FAILURE', 'Here are subscriptions alone: one of them.');
  }
  const request = {
    ...(typeof operationName === 'string' ? { operationName } : {}),
    variables: variables ?? {},
  };
  requireSmall({ request, document, schema, operation }, limits);
}

const refusal = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code } });

const invalid = (error: GraphQLError): GraphQLError => withCode(error, 'GRAPHQL_VALIDATION_FAILED');

const withCode = (error: GraphQLError, code: string): GraphQLError =>
  new GraphQLError(error.message, {
    ...{ nodes: error.nodes ?? null, source: error.source ?? null },
    positions: error.positions ?? null,
    extensions: { code },
  });
