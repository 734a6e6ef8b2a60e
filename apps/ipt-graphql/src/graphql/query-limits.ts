import type { ApolloServerPlugin, BaseContext, GraphQLRequestContext } from '@apollo/server';
import {
  GraphQLError,
  Kind,
  visit,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  type FragmentDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { getComplexity, simpleEstimator, type ComplexityEstimator } from 'graphql-query-complexity';

/** How long the pages of lists are. */
export const PAGE = { max: 100, default: 20 } as const;

/** An operation costs as much as ten fields: it reads, hashes or signs. */
const OPERATION_COST = 10;

const invalid = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'QUERY_TOO_LARGE', http: { status: 400 } } });

/** What GraphiQL and generators of clients ask for has 18 levels. */
const INTROSPECTION_LEVELS = 20;

/** A validation rule: no field deeper than so many levels, through fragments too. */
export const depthLimit =
  (max: number) =>
  (context: ValidationContext): ASTVisitor => ({
    OperationDefinition({ selectionSet }) {
      const levels = isIntrospection(selectionSet) ? Math.max(max, INTROSPECTION_LEVELS) : max;
      if (isDeeper(selectionSet, levels, (name) => context.getFragment(name) ?? undefined)) {
        context.reportError(invalid(`The query is nested more than ${levels} levels deep.`));
      }
    },
  });

/** Nothing but the schema is asked for; whether that is allowed is another rule's business. */
const isIntrospection = ({ selections }: SelectionSetNode): boolean =>
  selections.every((node) => node.kind === Kind.FIELD && node.name.value.startsWith('__'));

type FindFragment = (name: string) => FragmentDefinitionNode | undefined;

function isDeeper(selection: SelectionSetNode, left: number, find: FindFragment): boolean {
  if (left < 0) return true;
  return selection.selections.some((node) => {
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = find(node.name.value);
      // Fragments that contain themselves are another rule's business, and end here all the same.
      return fragment !== undefined && isDeeper(fragment.selectionSet, left - 1, find);
    }
    if (node.selectionSet === undefined) return left < 1;
    return isDeeper(node.selectionSet, left - 1, find);
  });
}

/** Refuses queries that cost too much before any resolver runs; lists count as often as they are long. */
export const costLimit = (maximumComplexity: number): ApolloServerPlugin => {
  const known = new KnownCosts();
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation({ request, document, schema, operation }) {
          // No operation of that name, or several to choose from: Apollo refuses it next.
          if ((operation as unknown) === undefined) return Promise.resolve();
          const cost = known.costOf({ request, document, schema });
          if (cost > maximumComplexity) {
            throw invalid(`The query costs ${cost}; at most ${maximumComplexity} is allowed.`);
          }
          return Promise.resolve();
        },
      }),
  };
};

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
      void (isBound ||= name.value === 'first' && value.kind === Kind.VARIABLE),
    Directive: () => void (isBound = true), // @include and @skip
  });
  return operations === 1 && !isBound;
}

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
    throw new GraphQLError(error.message, {
      extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
    });
  }
}

const pageEstimator: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (type.name !== 'Query' && type.name !== 'Mutation') return undefined;
  const { first } = args as { first?: unknown };
  const length = lengthOf(field, first);
  return OPERATION_COST + length * childComplexity;
};

/** How many items a field may answer: lists in pages say so with `first`. */
function lengthOf({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>, first: unknown): number {
  if (!args.some(({ name }) => name === 'first')) return 1;
  return typeof first === 'number' && first > 0 ? Math.min(first, PAGE.max) : PAGE.default;
}
