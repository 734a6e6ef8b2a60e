import { parse, type Filter } from 'scim2-parse-filter';
import { SCIM_ERRORS } from '../scim-error.js';
import { withoutCoreSchema } from './scim-operations.js';

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

/** What a filter can ask for: names of attributes in small letters, each with its name in the domain. */
export interface Filters<Name extends string> {
  readonly names: Readonly<Record<string, Name>>;
  /** Attributes that are the same for everybody, with what they are. */
  readonly constants?: Readonly<Record<string, string | boolean>>;
}

/**
 * The comparisons of a filter (RFC 7644 section 3.4.2.2).
 *
 * @returns `undefined` when nothing can be as the filter says
 * @throws {Problem} `invalidFilter` for anything but comparisons by `eq`, joined by `and`
 */
export function filterOf<Name extends string>(
  { filter }: RawQuery,
  filters: Filters<Name>,
): Partial<Record<Name, string | boolean>> | undefined {
  if (filter === undefined) return {};
  if (typeof filter !== 'string' || filter.length > LONGEST_FILTER)
    throw SCIM_ERRORS.invalidFilter();
  const found = new Map<Name, string | boolean>();
  for (const comparison of comparisons(parsed(filter))) {
    const wanted = wantedBy(comparison, filters);
    if (wanted === 'nobody') return undefined;
    if (wanted === 'everybody') continue;
    const [name, value] = wanted;
    if ((found.get(name) ?? value) !== value) return undefined;
    found.set(name, value);
  }
  return Object.fromEntries(found) as Partial<Record<Name, string | boolean>>;
}

function wantedBy<Name extends string>(
  { attribute, value }: Comparison,
  { names, constants = {} }: Filters<Name>,
): readonly [Name, string | boolean] | 'everybody' | 'nobody' {
  const constant = Object.hasOwn(constants, attribute) ? constants[attribute] : undefined;
  if (constant !== undefined) {
    return String(value).toLowerCase() === String(constant) ? 'everybody' : 'nobody';
  }
  const name = Object.hasOwn(names, attribute) ? names[attribute] : undefined;
  if (name === undefined) throw SCIM_ERRORS.invalidFilter();
  return [name, name === 'active' ? booleanOf(value) : textOf(value)];
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw SCIM_ERRORS.invalidFilter();
  return value;
}

/** Entra ID writes booleans as text. */
function booleanOf(value: unknown): boolean {
  const text = typeof value === 'boolean' ? String(value) : textOf(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw SCIM_ERRORS.invalidFilter();
  return text === 'true';
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

/** @param above the attribute in whose brackets the comparison stands, with a period */
function comparisons(filter: Filter, above = ''): Comparison[] {
  if (filter.op === 'and' && 'filters' in filter) {
    return filter.filters.flatMap((one) => comparisons(one, above));
  }
  if (filter.op === 'eq' && 'compValue' in filter) {
    const attribute = `${above}${withoutCoreSchema(filter.attrPath).toLowerCase()}`;
    return [{ attribute, value: filter.compValue }];
  }
  // emails[type eq "work"].value eq "..." is read as emails[type eq "work"] and emails.value eq "...".
  if (filter.op === '[]' && 'valFilter' in filter && above === '') {
    return comparisons(filter.valFilter, `${withoutCoreSchema(filter.attrPath).toLowerCase()}.`);
  }
  throw SCIM_ERRORS.invalidFilter();
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
