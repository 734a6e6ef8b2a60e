import { isDeepStrictEqual } from 'node:util';

type Members = Readonly<Record<string, unknown>>;

/**
 * Names of the members whose values differ, in the order of the alphabet. A member that one side lacks differs; lists of texts are sets,
 * whose order says nothing.
 */
export function differingMembers(stored: Members, declared: Members): string[] {
  const names = new Set([...Object.keys(stored), ...Object.keys(declared)]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(comparable(stored[name]), comparable(declared[name])))
    .toSorted();
}

/** As it comes back from the database. */
function comparable(value: unknown): unknown {
  const plain: unknown = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  const isSet = Array.isArray(plain) && plain.every((item) => typeof item === 'string');
  return isSet ? plain.toSorted() : plain;
}
