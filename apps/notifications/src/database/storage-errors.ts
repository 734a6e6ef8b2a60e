/** PostgreSQL's classes "data exception" and "program limit exceeded". */
const HOPELESS_SQLSTATE = /^(22|54)...$/;
/** MongoDB's "key too large to index" and "BSON object too large". */
const HOPELESS_MONGO = [17_280, 17_419, 10_334];

/** Whether a database refused a value itself: another try with it ends like the first. */
export function isPermanentFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code, driverError } = error as Error & {
    readonly code?: unknown;
    readonly driverError?: { readonly code?: unknown };
  };
  if (name === 'CastError' || name === 'BSONError' || name === 'BSONRuntimeError') return true;
  if (typeof code === 'number') return HOPELESS_MONGO.includes(code);
  const state = driverError?.code ?? code;
  return typeof state === 'string' && HOPELESS_SQLSTATE.test(state);
}
