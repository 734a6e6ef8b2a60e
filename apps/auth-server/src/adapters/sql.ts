/** SQLSTATE 23505 (PostgreSQL manual, appendix A). */
export const isUniqueViolation = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';

/**
 * `SET` clauses of the members that a change has; `$1` is left for the row's id.
 *
 * @param columns the column of each member; others are left out
 */
export function assignments(
  change: object,
  columns: Readonly<Record<string, string>>,
): { readonly sql: readonly string[]; readonly values: readonly unknown[] } {
  const given = Object.entries(change).filter(
    ([member, value]) => value !== undefined && columns[member] !== undefined,
  );
  return {
    sql: given.map(([member], index) => `${columns[member] ?? ''} = $${index + 2}`),
    values: given.map(([, value]: [string, unknown]) => value),
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The text as a UUID for an indexed comparison; `null`, which equals nothing, when it is none. */
export const uuidOrNull = (text: string): string | null => (UUID.test(text) ? text : null);
