import { CursorCodec, nextLink } from '@sextant/platform-http/pagination';
import type { Caller } from '../../access/caller.js';
import { Injectable } from '@nestjs/common';
import { CursorKey } from '../cursor-key.js';
import { Inbox } from './inbox.js';
import { parseList } from '../notification.parser.js';
import type { Notification } from '../notification.js';

export interface Page {
  readonly records: readonly Notification[];
  /** Value of the header `Link`; absent on the last page. */
  readonly link: string | undefined;
}

/** Pages of the list, which leave the specified shape alone: what comes next is in a header. */
@Injectable()
export class ListPages {
  constructor(
    private readonly inbox: Inbox,
    private readonly key: CursorKey,
  ) {}

  async page(caller: Caller, query: unknown, path: string): Promise<Page> {
    const cursors = new CursorCodec(this.key.bytes, `notifications of ${caller.user}`);
    const { records, hasMore } = await this.inbox.list(caller, parseList(query, cursors));
    const last = hasMore ? records.at(-1) : undefined;
    const cursor =
      last === undefined ? undefined : cursors.encode([last.createdAt.getTime(), last.id]);
    return {
      records,
      link: cursor === undefined ? undefined : nextLink(path, cursor),
    };
  }
}
