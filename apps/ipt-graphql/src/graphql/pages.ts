import { pageLimit, type CursorCodec } from '@sextant/platform-pagination';
import { IPT_ERRORS } from '../domain/ipt-errors.js';
import type { PageArgs } from './args.js';
import { PAGE } from './query-limits.js';

/** The key that cursors are signed with. */
export const CURSOR_KEY = Symbol('CursorKey');

/** @throws {Problem} `INVALID_INPUT` */
export function pageOf({ first, after }: PageArgs, cursors: CursorCodec) {
  try {
    const given = first === null || first === undefined ? undefined : String(first);
    const limit = pageLimit(given, PAGE);
    return { limit, after: after === null || after === undefined ? [] : cursors.decode(after) };
  } catch (error) {
    throw IPT_ERRORS.invalidInput({
      message: 'first must be from 1 to 100, and after a cursor of this list.',
      cause: error,
    });
  }
}
