import type { ApolloServerPlugin, BaseContext, GraphQLRequestContext } from '@apollo/server';
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  visit,
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { getComplexity, simpleEstimator, type ComplexityEstimator } from 'graphql-query-complexity';

/** How long the pages of lists are. */
export const PAGE = { max: 100, default: 20 } as const;

/** An operation costs as much as ten fields: it reads, hashes or signs. */
const OPERATION_COST = 10;

/** What GraphiQL and generators of clients ask for has 18 levels. */
const INTROSPECTION_LEVELS = 20;

export abstract class QueryLimits {
  /** Most levels of fields and fragments. */
  abstract readonly maxDepth: number;
  abstract readonly maxCost: number;
}

const refusal = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status: 400 } } });

const tooLarge = (message: string): GraphQLError => refusal('QUERY_TOO_LARGE', message);

/**
 * Refuses valid queries that are nested too deeply or cost too much before any resolver runs; lists count as often as
 * they are long.
 */
export const queryLimits = ({ maxDepth, maxCost }: QueryLimits): ApolloServerPlugin => {
  const known = new KnownCosts();
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation({ request, document, schema, operation }) {
          // No operation of that name, or several to choose from: Apollo refuses it next.
          if (operation === undefined) return Promise.resolve();
          requireServed(operation);
          requireShallow(document, operation, maxDepth);
          requireCheap(known.costOf({ request, document, schema }), maxCost);
          return Promise.resolve();
        },
      }),
  };
};

function requireServed({ operation }: OperationDefinitionNode): void {
  if (operation !== OperationTypeNode.SUBSCRIPTION) return;
  throw refusal('OPERATION_RESOLUTION_FAILURE', 'Subscriptions go over graphql-ws (WebSocket).');
}

/** The same limits, for what does not come by HTTP. @throws {GraphQLError} */
export function requireSmall(
  operation: Operation & { readonly operation: OperationDefinitionNode },
  { maxDepth, maxCost }: QueryLimits,
): void {
  requireShallow(operation.document, operation.operation, maxDepth);
  requireCheap(costOf(operation), maxCost);
}

function requireCheap(cost: number, maxCost: number): void {
  if (cost > maxCost) throw tooLarge(`The query costs ${cost}; at most ${maxCost} is allowed.`);
}

function requireShallow(
  document: DocumentNode,
  { selectionSet }: OperationDefinitionNode,
  max: number,
): void {
  const levels = isIntrospection(selectionSet) ? Math.max(max, INTROSPECTION_LEVELS) : max;
  if (new Depths(document).depthOf(selectionSet) <= levels) return;
  throw tooLarge(`The query is nested more than ${levels} levels deep.`);
}

/** Nothing but the schema is asked for; whether that is allowed is another rule's business. */
const isIntrospection = ({ selections }: SelectionSetNode): boolean =>
  selections.every((node) => node.kind === Kind.FIELD && node.name.value.startsWith('__'));

/** Levels below selections. Each fragment is looked at once: they may spread each other ever so often. */
class Depths {
  readonly #fragments = new Map<string, SelectionSetNode>();
  readonly #known = new Map<string, number>();

  constructor({ definitions }: DocumentNode) {
    for (const node of definitions) {
      if (node.kind !== Kind.FRAGMENT_DEFINITION) continue;
      this.#fragments.set(node.name.value, node.selectionSet);
    }
  }

  depthOf({ selections }: SelectionSetNode): number {
    return 1 + Math.max(0, ...selections.map((node) => this.#below(node)));
  }

  #below(node: SelectionNode): number {
    if (node.kind === Kind.FRAGMENT_SPREAD) return this.#ofFragment(node.name.value);
    return node.selectionSet === undefined ? 0 : this.depthOf(node.selectionSet);
  }

  #ofFragment(name: string): number {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    // Fragments that are not there, or contain themselves, did not get past validation.
    const depth = fragment === undefined ? 0 : this.depthOf(fragment);
    this.#known.set(name, depth);
    return depth;
  }
}

/** Costs of documents, which Apollo keeps and hands out again: nothing in them changes but the variables. */
class KnownCosts {
  readonly #costs = new WeakMap<DocumentNode, number>();

  costOf(operation: Operation): number {
    const { document } = operation;
    const known = this.#costs.get(document);
    if (known !== undefined) return known;
    const cost = costOf(operation);
    if (isConstant(document)) this.#costs.set(document, cost);
    return cost;
  }
}

/** One operation, whose pages do not depend on variables. */
function isConstant(document: DocumentNode): boolean {
  let operations = 0;
  let isBound = false;
  visit(document, {
    OperationDefinition: () => void (operations += 1),
    Argument: ({ name, value }) =>
      void (isBound ||= isLength(name.value) && value.kind === Kind.VARIABLE),
    Directive: () => void (isBound = true), // @include and @skip
  });
  return operations === 1 && !isBound;
}

const isLength = (argument: string): boolean => argument === 'first' || argument === 'last';

type Operation = Pick<GraphQLRequestContext<BaseContext>, 'request'> & {
  readonly document: DocumentNode;
  readonly schema: GraphQLSchema;
};

function costOf({ request, document, schema }: Operation): number {
  try {
    return getComplexity({
      schema,
      query: document,
      ...(request.operationName === undefined ? {} : { operationName: request.operationName }),
      variables: request.variables ?? {},
      estimators: [pageEstimator, simpleEstimator({ defaultComplexity: 1 })],
    });
  } catch (error) {
    // Variables are coerced here for the first time: what is wrong with them is the caller's.
    if (!(error instanceof GraphQLError)) throw error;
    throw refusal('BAD_USER_INPUT', error.message);
  }
}

const pageEstimator: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (!['Query', 'Mutation', 'Subscription'].includes(type.name)) return undefined;
  const { first, last } = args as { first?: unknown; last?: unknown };
  const length = lengthOf(field, first ?? last);
  return OPERATION_COST + length * childComplexity;
};

/** How many items a field may answer: lists in pages say so with `first`, or `last`. */
function lengthOf({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>, items: unknown): number {
  if (!args.some(({ name }) => name === 'first')) return 1;
  return typeof items === 'number' && items > 0 ? Math.min(items, PAGE.max) : PAGE.default;
}
