import { isObject, withoutCoreSchema } from './scim-operations.js';
import type { RawQuery } from './scim-query.js';

const MOST = 100;
/** RFC 7643 section 3.1 and 4.1: they are always returned. */
const ALWAYS = ['schemas', 'id'];

/** Which attributes of a resource an answer has (RFC 7644 section 3.9): names in small letters, some with one below. */
type Selection =
  | { readonly kind: 'all' }
  | { readonly kind: 'only' | 'without'; readonly names: readonly string[] };

function selectionOf({ attributes, excludedAttributes }: RawQuery): Selection {
  const only = namesIn(attributes);
  if (only.length > 0) return { kind: 'only', names: [...ALWAYS, ...only] };
  const without = namesIn(excludedAttributes).filter((name) => !ALWAYS.includes(name));
  return without.length > 0 ? { kind: 'without', names: without } : { kind: 'all' };
}

/** A list by commas, or the parameter several times. */
const namesIn = (value: unknown): string[] =>
  [value as unknown[]]
    .flat()
    .filter((one) => typeof one === 'string')
    .flatMap((text) => text.split(',', MOST))
    .slice(0, MOST)
    .map((name) => withoutCoreSchema(name.trim()).toLowerCase())
    .filter((name) => name !== '');

/** Whether an answer shows the attribute, so that what it does not show need not be read. */
export function isShown(attribute: string, query: RawQuery): boolean {
  const selection = selectionOf(query);
  if (selection.kind === 'all') return true;
  const isNamed = selection.names.includes(attribute);
  if (selection.kind === 'without') return !isNamed;
  return isNamed || selection.names.some((name) => name.startsWith(`${attribute}.`));
}

/** The resource with the attributes that were asked for. */
export function shown(resource: object, query: RawQuery): object {
  const selection = selectionOf(query);
  return selection.kind === 'all' ? resource : selected(resource, '', selection);
}

type Named = Exclude<Selection, { readonly kind: 'all' }>;

function selected(resource: object, above: string, selection: Named): object {
  const { kind, names } = selection;
  const entries = Object.entries(resource).flatMap(([member, value]): [string, unknown][] => {
    const name = `${above}${member.toLowerCase()}`;
    if (names.includes(name)) return kind === 'only' ? [[member, value]] : [];
    const isBelow = names.some((one) => one.startsWith(`${name}.`));
    if (!isBelow) return kind === 'only' ? [] : [[member, value]];
    return [[member, within(value, `${name}.`, selection)]];
  });
  return Object.fromEntries(entries);
}

const within = (value: unknown, above: string, selection: Named): unknown => {
  if (Array.isArray(value)) return value.map((one: unknown) => within(one, above, selection));
  return isObject(value) ? selected(value, above, selection) : value;
};
