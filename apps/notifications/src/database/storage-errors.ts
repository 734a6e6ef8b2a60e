import { Injectable } from '@nestjs/common';

/** PostgreSQL's classes "data exception" and "program limit exceeded". */
const PERMANENT_SQLSTATE = /^(22|54)...$/;
/** MongoDB's "key too large to index" and "BSON object too large". */
const PERMANENT_MONGO = [17_280, 17_419, 10_334];

/** Tells errors of a database apart. */
@Injectable()
export class StorageErrors {
  /** Whether the database refused a value itself, which is no outage: another try with it ends like the first. */
  isPermanent(error: unknown): boolean {
    if (!(error instanceof Error)) return false;
    const { name, code, driverError } = error as Error & {
      readonly code?: unknown;
      readonly driverError?: { readonly code?: unknown };
    };
    if (name === 'CastError' || name === 'BSONError' || name === 'BSONRuntimeError') return true;
    if (typeof code === 'number') return PERMANENT_MONGO.includes(code);
    const state = driverError?.code ?? code;
    return typeof state === 'string' && PERMANENT_SQLSTATE.test(state);
  }
}
