import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BYTES = Int16Array.BYTES_PER_ELEMENT;

/**
 * Samples of a long recording on disk, so that an hour is no burden to the memory. The file has no name: what a person
 * said stays nowhere, whenever this process ends.
 */
export class SampleFile {
  #length = 0;
  #writes: Promise<unknown> = Promise.resolve();

  private constructor(private readonly file: FileHandle) {}

  /** @throws {Error} where the disk is full, or the folder for temporary files is not writable */
  static async create(): Promise<SampleFile> {
    const path = join(tmpdir(), `sextant-recording-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new SampleFile(file);
  }

  /** Samples so far. */
  get length(): number {
    return this.#length;
  }

  /** Adds samples at the end; `written` tells when they are there. */
  append(pcm: Int16Array): void {
    if (pcm.length === 0) return;
    const at = this.#length * BYTES;
    this.#length += pcm.length;
    const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    this.#writes = this.#writes.then(() => this.file.write(bytes, 0, bytes.length, at));
    // Who waits for `written` hears of it.
    this.#writes.catch(() => undefined);
  }

  /** @throws what the disk said, such as ENOSPC */
  async written(): Promise<void> {
    await this.#writes;
  }

  /** The samples from one index to before another. */
  async read(from: number, until: number): Promise<Int16Array> {
    const pcm = new Int16Array(Math.max(0, Math.min(until, this.#length) - from));
    const bytes = new Uint8Array(pcm.buffer);
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await this.file.read(
        bytes,
        done,
        bytes.length - done,
        from * BYTES + done,
      );
      if (bytesRead === 0) throw new Error('The recording ends early.');
      done += bytesRead;
    }
    return pcm;
  }

  /** Its content is gone then. */
  async close(): Promise<void> {
    await this.#writes.catch(() => undefined);
    await this.file.close();
  }
}
