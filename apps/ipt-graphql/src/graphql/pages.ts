import { pageLimit, type CursorCodec } from '@sextant/platform-http/pagination';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import type { ConnectionArgs, PageArgs } from './args.js';
import { PAGE } from './query-limits.js';

type Given<T> = T | null | undefined;

const isGiven = <T>(value: Given<T>): value is T => value !== null && value !== undefined;

const limitOf = (given: Given<number>): number =>
  pageLimit(isGiven(given) ? String(given) : undefined, PAGE);

const placeOf = (cursors: CursorCodec, given: Given<string>): readonly unknown[] =>
  isGiven(given) ? cursors.decode(given) : [];

/** @throws {Problem} `INVALID_INPUT` */
export function pageOf({ first, after }: PageArgs, cursors: CursorCodec) {
  return read('first must be from 1 to 100, and after a cursor of this list.', () => ({
    limit: limitOf(first),
    after: placeOf(cursors, after),
  }));
}

/** What a page is cut from, and where: `last` without `first` counts from the end. @throws {Problem} `INVALID_INPUT` */
export function windowOf({ first, after, last, before }: ConnectionArgs, cursors: CursorCodec) {
  const isFromEnd = isGiven(last) && !isGiven(first);
  const message =
    'first and last must be from 1 to 100, and after and before cursors of this list.';
  return read(message, () => ({
    window: {
      isFromEnd,
      limit: limitOf(isFromEnd ? last : first),
      after: placeOf(cursors, after),
      before: placeOf(cursors, before),
    },
    // Of the first ones, only the last: the specification allows it.
    last: isGiven(last) ? limitOf(last) : undefined,
  }));
}

function read<T>(message: string, page: () => T): T {
  try {
    return page();
  } catch (error) {
    throw IPT_ERRORS.invalidInput({ message, cause: error });
  }
}
