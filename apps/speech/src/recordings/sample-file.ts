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
  #isWhole = false;
  #failure: { readonly error: unknown } | undefined;
  #change = Promise.withResolvers<undefined>();
  #writes: Promise<unknown> = Promise.resolve();

  private constructor(private readonly file: FileHandle) {}

  /** @throws {Error} where the disk is full, or the folder for temporary files is not writable */
  static async create(): Promise<SampleFile> {
    const path = join(tmpdir(), `sextant-recording-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new SampleFile(file);
  }

  /** Samples so far; of the whole recording once a stretch was shorter than asked for. */
  get length(): number {
    return this.#length;
  }

  /** Adds samples at the end. */
  append(pcm: Int16Array): void {
    if (pcm.length === 0 || this.#failure !== undefined) return;
    const at = this.#length * BYTES;
    this.#length += pcm.length;
    const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    this.#writes = this.#writes.then(() => this.write(bytes, at));
    // Who reads hears of it.
    this.#writes.catch(() => undefined);
    this.changed();
  }

  /** No more comes, or it failed. */
  end(error?: unknown): void {
    if (error === undefined) this.#isWhole = true;
    else this.#failure = { error };
    this.changed();
  }

  /**
   * The samples from one index to before another, as soon as they are there; fewer at the end of the recording.
   *
   * @throws what the recording failed with, or the disk, such as ENOSPC
   */
  async read(from: number, until: number): Promise<Int16Array> {
    while (this.#length < until && !this.#isWhole && this.#failure === undefined) {
      await this.#change.promise;
    }
    if (this.#failure !== undefined) throw this.#failure.error;
    await this.#writes;
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

  /** Its content is gone then; what comes after that is left out. */
  async close(): Promise<void> {
    this.end(new Error('The recording is closed.'));
    await this.#writes.catch(() => undefined);
    await this.file.close();
  }

  /** A disk that is almost full takes a part, and says so: what it left out would be silence in the middle. */
  private async write(bytes: Buffer, at: number): Promise<void> {
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, at + done);
      done += bytesWritten;
    }
  }

  private changed(): void {
    const { resolve } = this.#change;
    this.#change = Promise.withResolvers<undefined>();
    resolve(undefined);
  }
}
