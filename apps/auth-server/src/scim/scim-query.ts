import { parse, type Filter } from 'scim2-parse-filter';
import { SCIM_ERRORS } from './scim-error.js';

const MOST = 200;
const LONGEST_FILTER = 1000;

export type RawQuery = Readonly<Record<string, unknown>>;

/** RFC 7644 section 3.4.2.4: `startIndex` begins at 1; what is no number is as if it were not there. */
export function pageOf({ startIndex, count }: RawQuery) {
  const limit = Math.min(MOST, Math.max(0, numberOf(count, 100)));
  return { limit, offset: Math.max(1, numberOf(startIndex, 1)) - 1 };
}

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : otherwise;

/** RFC 7644 section 3.4.2.5: members are left out of the answer where they are many. */
export const leavesOutMembers = ({ excludedAttributes }: RawQuery): boolean =>
  typeof excludedAttributes === 'string' &&
  excludedAttributes.split(',').some((name) => name.trim().toLowerCase() === 'members');

/**
 * The comparisons of a filter (RFC 7644 section 3.4.2.2), by attributes in small letters.
 *
 * @param known the attributes that can be asked for, each with its name in the domain
 * @throws {Problem} `invalidFilter` for anything but comparisons by `eq`, joined by `and`
 */
export function filterOf(
  { filter }: RawQuery,
  known: Readonly<Record<string, string>>,
): Record<string, string | boolean> {
  if (filter === undefined) return {};
  if (typeof filter !== 'string' || filter.length > LONGEST_FILTER)
    throw SCIM_ERRORS.invalidFilter();
  return Object.fromEntries(comparisons(parsed(filter)).map((one) => named(one, known)));
}

function parsed(text: string): Filter {
  try {
    return parse(text);
  } catch (cause) {
    throw SCIM_ERRORS.invalidFilter({ cause });
  }
}

interface Comparison {
  readonly attribute: string;
  readonly value: unknown;
}

function comparisons(filter: Filter): Comparison[] {
  if (filter.op === 'and' && 'filters' in filter) return filter.filters.flatMap(comparisons);
  if (filter.op === 'eq' && 'compValue' in filter) {
    return [{ attribute: filter.attrPath.toLowerCase(), value: filter.compValue }];
  }
  // Some directories ask for emails[type eq "work"].value: the type says nothing here.
  throw SCIM_ERRORS.invalidFilter();
}

function named(
  { attribute, value }: Comparison,
  known: Readonly<Record<string, string>>,
): [string, string | boolean] {
  const name = Object.hasOwn(known, attribute) ? known[attribute] : undefined;
  const isBoolean = name === 'active';
  if (name === undefined || typeof value !== (isBoolean ? 'boolean' : 'string')) {
    throw SCIM_ERRORS.invalidFilter();
  }
  return [name, value as string | boolean];
}

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export const listOf = (
  resources: readonly object[],
  { total, offset }: { readonly total: number; readonly offset: number },
) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex: offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
});
