import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

/** What an alert's query compares: the metric that is drawn, and the line that it crossed. */
export interface AlertExpression {
  readonly metric: string;
  readonly operator?: string;
  readonly threshold?: number;
}

const COMPARISONS: ReadonlySet<string> = new Set(['>', '<', '>=', '<=', '==', '!=']);

/**
 * Takes the query of an alert apart: `rate(errors[5m]) > 3` is the metric left of the comparison and
 * the number right of it. A query that compares nothing is drawn as it is.
 */
export function alertExpression(query: string): AlertExpression | undefined {
  const tree = parser.parse(query);
  const top = tree.topNode.firstChild;
  if (top === null || hasError(query)) return undefined;
  if (top.name !== 'BinaryExpr') return { metric: query };
  return comparisonOf(query, top) ?? { metric: query };
}

function comparisonOf(
  query: string,
  { firstChild: left, lastChild: right }: SyntaxNode,
): AlertExpression | undefined {
  if (left === null || right === null) return undefined;
  const operator = query.slice(left.to, right.from).trim();
  if (!COMPARISONS.has(operator)) return undefined;
  const threshold = numberOf(query.slice(right.from, right.to));
  const metric = query.slice(left.from, left.to);
  return threshold === undefined ? { metric } : { metric, operator, threshold };
}

function hasError(query: string): boolean {
  let found = false;
  parser.parse(query).iterate({ enter: ({ type }) => void (found ||= type.isError) });
  return found;
}

function numberOf(text: string): number | undefined {
  const plain = text.replaceAll(/[()\s]/g, '');
  const number = plain === '' ? NaN : Number(plain);
  return Number.isFinite(number) ? number : undefined;
}

/** The query behind an alert: `g0.expr` of the address that Prometheus gives (form encoding). */
export function queryOf(generatorUrl: unknown, parameter = 'g0.expr'): string | undefined {
  if (typeof generatorUrl !== 'string' || !URL.canParse(generatorUrl)) return undefined;
  return new URL(generatorUrl).searchParams.get(parameter) ?? undefined;
}
