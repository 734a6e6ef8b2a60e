import { createHmac, timingSafeEqual } from 'node:crypto';
import { PAGE_ERRORS } from './page.js';

const TAG_BYTES = 16;
const MAX_CHARACTERS = 2048;

/**
 * Turns the place where a page ends into an opaque text and back. Texts are signed: what comes back was
 * given out by this service, for this list, and can be trusted like any value of its own.
 */
export class CursorCodec {
  /**
   * @param key at least 16 bytes, the same for all replicas
   * @param list names the list (and whose it is): cursors of other lists are refused
   */
  constructor(
    private readonly key: Buffer,
    private readonly list: string,
  ) {
    if (key.length < 16) throw new Error('A cursor key needs 16 bytes at least.');
  }

  /** @param place values that say where to go on */
  encode(place: readonly (string | number)[]): string {
    const body = Buffer.from(JSON.stringify(place));
    return Buffer.concat([this.#tag(body), body]).toString('base64url');
  }

  /** @throws {Problem} `invalid_cursor` for everything that `encode` did not make */
  decode(cursor: unknown): readonly (string | number)[] {
    if (typeof cursor !== 'string' || cursor.length > MAX_CHARACTERS) throw PAGE_ERRORS.cursor();
    const bytes = Buffer.from(cursor, 'base64url');
    const tag = bytes.subarray(0, TAG_BYTES);
    const body = bytes.subarray(TAG_BYTES);
    if (tag.length < TAG_BYTES || !timingSafeEqual(tag, this.#tag(body)))
      throw PAGE_ERRORS.cursor();
    return JSON.parse(body.toString()) as (string | number)[];
  }

  #tag(body: Buffer): Buffer {
    // The length keeps the list's name and the body apart.
    const hmac = createHmac('sha256', this.key).update(`${this.list.length}:${this.list}`);
    return hmac.update(body).digest().subarray(0, TAG_BYTES);
  }
}
