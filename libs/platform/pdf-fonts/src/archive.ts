import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const BLOCK = 512;
const SIZE_AT = 124;
const SIZE_END = 136;
const NAME_END = 100;

/**
 * One file of an archive of npm (tar, gzip), without having the others in memory. Long names need headers of their own,
 * which is not for the few that are asked for here.
 *
 * @throws {Error} when it is not there
 */
export async function fileOfArchive(archive: string, path: string): Promise<Uint8Array> {
  let found: Uint8Array | undefined;
  await pipeline(createReadStream(archive), createGunzip(), async (pieces) => {
    const reader = new BlockReader(pieces as AsyncIterable<Buffer>);
    for (let header = await reader.take(BLOCK); header !== undefined;) {
      const size = Number.parseInt(text(header, SIZE_AT, SIZE_END), 8) || 0;
      const padded = Math.ceil(size / BLOCK) * BLOCK;
      if (text(header, 0, NAME_END) === path)
        found = (await reader.take(padded))?.subarray(0, size);
      else await reader.skip(padded);
      header = await reader.take(BLOCK);
    }
  });
  if (found === undefined) throw new Error(`the archive has no ${path}`);
  return found;
}

const text = (header: Uint8Array, from: number, to: number): string =>
  Buffer.from(header.subarray(from, to)).toString('utf8').replace(/\0.*$/s, '').trim();

/** Takes a stream apart by lengths. */
class BlockReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** @returns nothing at the end of the stream */
  async take(length: number): Promise<Uint8Array | undefined> {
    const parts: Buffer[] = [];
    let left = length;
    while (left > 0) {
      const part = await this.#next(left);
      if (part === undefined) return undefined;
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }

  async skip(length: number): Promise<void> {
    let left = length;
    while (left > 0) {
      const part = await this.#next(left);
      if (part === undefined) return;
      left -= part.length;
    }
  }

  async #next(most: number): Promise<Buffer | undefined> {
    while (this.#rest.length === 0) {
      const next = await this.#pieces.next();
      if (next.done === true) return undefined;
      this.#rest = next.value;
    }
    const part = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }
}
