import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PcmSpool, PcmSpools } from './pcm-spool.js';

/** Bytes that are kept in memory. */
const MEMORY_BYTES = 1024 * 1024;
/** Bytes that are read from the file at a time. */
const READ_BYTES = 64 * 1024;
/** Bytes that may be unread when a job begins: a minute and a half of speech. An hour for each reader who stalls would fill the disk. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

/** Spools whose files have no name while they are open, so that nothing stays behind, whatever happens. */
export class FileSpools implements PcmSpools {
  constructor(private readonly folder = tmpdir()) {}

  create(): PcmSpool {
    return new FileSpool(this.folder);
  }
}

/** First in memory, then in a file, until the reader has caught up and memory is enough again. */
class FileSpool implements PcmSpool {
  readonly #memory: Int16Array[] = [];
  #memoryBytes = 0;
  #file: Promise<FileHandle> | undefined;
  /** Writes one after the other. */
  #writes: Promise<void> = Promise.resolve();
  #written = 0;
  #flushed = 0;
  #read = 0;
  #isOver = false;
  #isClosed = false;
  #error: unknown;
  #wake: () => void = () => undefined;
  #hasRoom = Promise.withResolvers<undefined>();

  constructor(private readonly folder: string) {}

  write(pcm: Int16Array): void {
    if (this.#isClosed) return; // an engine needs a moment to hear that nobody listens
    if (pcm.length === 0) {
      this.#wake();
      return;
    }
    const hasBacklog = this.#written > this.#read;
    if (!hasBacklog && this.#memoryBytes + pcm.byteLength <= MEMORY_BYTES) {
      this.#memory.push(pcm);
      this.#memoryBytes += pcm.byteLength;
    } else {
      this.append(pcm);
    }
    this.#wake();
  }

  async room(): Promise<void> {
    while (!this.#isClosed && !this.#isOver && this.#unreadBytes > MAX_UNREAD_BYTES) {
      await this.#hasRoom.promise;
    }
  }

  end(error?: unknown): void {
    this.#isOver = true;
    this.#error = error;
    this.#wake();
    this.#makeRoom();
  }

  async *read(): AsyncGenerator<Int16Array> {
    for (;;) {
      const next = this.#memory.shift() ?? (await this.fromFile());
      if (next !== undefined) {
        this.#memoryBytes = Math.max(0, this.#memoryBytes - next.byteLength);
        this.#makeRoom();
        yield next;
      } else if (this.#memory.length > 0) {
        continue; // written while the file was asked
      } else if (this.#written === this.#read && this.#isOver) {
        if (this.#error !== undefined) throw this.#error as Error;
        return;
      } else if (this.#flushed === this.#read) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#memory.length = 0;
    this.#makeRoom();
    await this.#writes.catch(() => undefined); // the reader was told already
    await (await this.#file?.catch(() => undefined))?.close();
  }

  get #unreadBytes(): number {
    return this.#memoryBytes + this.#written - this.#read;
  }

  #makeRoom(): void {
    this.#hasRoom.resolve(undefined);
    this.#hasRoom = Promise.withResolvers();
  }

  private append(pcm: Int16Array): void {
    const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    const position = this.#written;
    this.#written += bytes.length;
    this.#file ??= openNameless(this.folder);
    const file = this.#file;
    this.#writes = this.#writes.then(async () => {
      await (await file).write(bytes, 0, bytes.length, position);
      this.#flushed = position + bytes.length;
      this.#wake();
    });
    this.#writes.catch((error: unknown) => {
      this.#written = this.#read; // what the disk did not take cannot be read
      this.#flushed = this.#read;
      this.end(error);
    });
  }

  private async fromFile(): Promise<Int16Array | undefined> {
    const length = Math.min(READ_BYTES, this.#flushed - this.#read);
    if (length <= 0 || this.#file === undefined) return undefined;
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await (await this.#file).read(buffer, 0, length, this.#read);
    this.#read += bytesRead;
    return new Int16Array(buffer.buffer, buffer.byteOffset, bytesRead / 2);
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `sextant-speech-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
