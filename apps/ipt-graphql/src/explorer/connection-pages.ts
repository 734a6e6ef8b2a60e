import { CursorCodec } from '@sextant/platform-http/pagination';
import type { Slice, Window } from './search.js';
import type { ConnectionArgs } from '../graphql/args.js';
import type { PageInfo } from './connections.js';
import { windowOf } from '../graphql/pages.js';

export const EMPTY: PageInfo = {
  hasNextPage: false,
  hasPreviousPage: false,
  startCursor: null,
  endCursor: null,
};

export const TOTAL = {
  nullable: true,
  description: 'How many there are in all; counted when it is asked for.',
} as const;

/** The list that a page is of: a cursor belongs to it, its filter included. */
export interface Listed {
  /** Signs cursors. */
  readonly key: Buffer;
  readonly filter: object;
  readonly args: ConnectionArgs;
}

/** A page as the specification of Relay has it. @throws {Problem} `INVALID_INPUT` */
export async function connectionPage<T>(
  { key, filter, args }: Listed,
  read: (window: Window) => Promise<Slice<T>>,
) {
  const cursors = new CursorCodec(key, `connection of ${JSON.stringify(filter)}`);
  const { window, last } = windowOf(args, cursors);
  const { items, hasMore } = await read(window);
  const edges = items.slice(-(last ?? items.length)).map(({ node, position }) => ({
    node,
    cursor: cursors.encode([...position]),
  }));
  const isCut = edges.length < items.length || hasMore;
  const pageInfo: PageInfo = {
    hasNextPage: isMoreBehind(args, window.isFromEnd, hasMore),
    // What has a cursor was there: before `after` there is something, and behind `before`.
    hasPreviousPage: last === undefined ? window.after.length > 0 : isCut,
    startCursor: edges.at(0)?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  };
  return { edges, pageInfo };
}

function isMoreBehind({ first, before }: ConnectionArgs, isFromEnd: boolean, hasMore: boolean) {
  const isBefore = typeof before === 'string';
  if (isFromEnd) return isBefore;
  return hasMore || (typeof first !== 'number' && isBefore);
}
