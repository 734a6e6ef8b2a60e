import { Injectable } from '@nestjs/common';
import { CursorCodec, pageLimit, PAGE_ERRORS } from '@sextant/platform-http/pagination';
import type { Voice } from './catalogue/voice.js';

const MAX_LIMIT = 200;

export interface VoicePage {
  readonly voices: readonly Voice[];
  readonly nextCursor: string | null;
}

/** The key that cursors are signed with. */
export abstract class CursorKey {
  abstract get(): Promise<Buffer>;
}

/** Cuts pages out of a list; without a limit it is one page (spec 3, part 4.A). */
@Injectable()
export class VoicePages {
  constructor(private readonly key: CursorKey) {}

  async page(
    workspace: string,
    voices: readonly Voice[],
    {
      limit,
      cursor,
    }: { readonly limit?: string | undefined; readonly cursor?: string | undefined },
  ): Promise<VoicePage> {
    const start =
      cursor === undefined ? 0 : afterPlace(voices, (await this.codec(workspace)).decode(cursor));
    const rest = voices.slice(start);
    if (limit === undefined) return { voices: rest, nextCursor: null };
    const page = rest.slice(0, pageLimit(limit, { max: MAX_LIMIT, default: MAX_LIMIT }));
    const last = page.at(-1);
    const hasMore = page.length < rest.length && last !== undefined;
    const nextCursor = hasMore ? (await this.codec(workspace)).encode(placeOf(last)) : null;
    return { voices: page, nextCursor };
  }

  /** The key is in the database, and most lists are one page. */
  private async codec(workspace: string): Promise<CursorCodec> {
    return new CursorCodec(await this.key.get(), `voices of ${workspace}`);
  }
}

/** Shared voices stand where they stand; clones are in the order of their creation, also when some are deleted. */
const placeOf = ({ id, createdAt }: Voice): readonly (string | number)[] => [
  id,
  createdAt?.getTime() ?? 0,
];

function afterPlace(voices: readonly Voice[], place: readonly unknown[]): number {
  const [id, createdMs] = place;
  const found = voices.findIndex((voice) => voice.id === id);
  if (found >= 0) return found + 1;
  if (typeof createdMs !== 'number' || createdMs === 0) throw PAGE_ERRORS.cursor();
  const later = voices.findIndex(({ createdAt }) => (createdAt?.getTime() ?? 0) > createdMs);
  return later < 0 ? voices.length : later;
}
