import { CursorCodec } from '@sextant/platform-pagination';
import type { Slice, Window } from '../domain/search.js';
import type { PageArgs } from './args.js';
import type { PageInfo } from './connections.js';
import { pageOf } from './pages.js';

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
  readonly args: PageArgs;
}

/** A page as the specification of Relay has it. @throws {Problem} `INVALID_INPUT` */
export async function connectionPage<T>(
  { key, filter, args }: Listed,
  read: (window: Window) => Promise<Slice<T>>,
) {
  const cursors = new CursorCodec(key, `connection of ${JSON.stringify(filter)}`);
  const window = pageOf(args, cursors);
  const { items, hasMore } = await read(window);
  const edges = items.map(({ node, position }) => ({
    node,
    cursor: cursors.encode([...position]),
  }));
  const pageInfo: PageInfo = {
    hasNextPage: hasMore,
    hasPreviousPage: window.after.length > 0,
    startCursor: edges.at(0)?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  };
  return { edges, pageInfo };
}
