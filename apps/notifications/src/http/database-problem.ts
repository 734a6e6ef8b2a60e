import { HTTP_PROBLEMS, type Problem } from '@sextant/platform-http/errors';
import { unavailableDatabase } from '@sextant/platform-data/postgres';

/** What MongoDB's driver and mongoose call errors that mean "not now". */
const UNAVAILABLE =
  /^(Mongo(ose)?(ServerSelection|Network|NetworkTimeout|PoolCleared|NotConnected|TopologyClosed)Error|MongoPoolClearedError)$/;

/** Outages of either database, as a 503. */
export function databaseProblem(error: unknown): Problem | undefined {
  return isOutage(error)
    ? HTTP_PROBLEMS.unavailable({ cause: error, headers: { 'Retry-After': '1' } })
    : unavailableDatabase(error);
}

/** Also in the middle of many writes, which end with an error of their own. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errorResponse } = error as { readonly errorResponse?: unknown };
  return UNAVAILABLE.test(error.name) || isOutage(errorResponse);
}
