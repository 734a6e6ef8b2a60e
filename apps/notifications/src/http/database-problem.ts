import { HTTP_PROBLEMS, type Problem } from '@sextant/platform-errors';
import { unavailableDatabase } from '@sextant/platform-postgres';

/** What MongoDB's driver and mongoose call errors that mean "not now". */
const UNAVAILABLE =
  /^(Mongo(ose)?(ServerSelection|Network|NetworkTimeout|PoolCleared|NotConnected|TopologyClosed)Error|MongoPoolClearedError)$/;

/** Outages of either database, as a 503. */
export function databaseProblem(error: unknown): Problem | undefined {
  const isMongo = error instanceof Error && UNAVAILABLE.test(error.name);
  return isMongo
    ? HTTP_PROBLEMS.unavailable({ cause: error, headers: { 'Retry-After': '1' } })
    : unavailableDatabase(error);
}
