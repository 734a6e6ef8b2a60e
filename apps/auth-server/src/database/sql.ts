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

/**
 * The transaction before which nothing can appear in this database any more. Transactions of other databases of the same
 * PostgreSQL write nothing here, and may take hours: they are not waited for. One of which nobody knows where it
 * runs (it has just ended, or is prepared) is.
 */
export const SETTLED_BEFORE = `coalesce(
  (SELECT running FROM pg_snapshot_xip(pg_current_snapshot()) AS running
   WHERE running::xid NOT IN (
     SELECT held.transactionid FROM pg_locks AS held JOIN pg_stat_activity AS session USING (pid)
     WHERE held.locktype = 'transactionid' AND held.mode = 'ExclusiveLock' AND held.granted
       AND session.datname <> current_database())
   ORDER BY running LIMIT 1),
  pg_snapshot_xmax(pg_current_snapshot()))`;
