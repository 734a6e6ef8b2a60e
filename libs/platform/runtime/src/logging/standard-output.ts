import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Writes some bytes and tells how many; throws as `fs.writeSync` does. */
export type WriteSome = (bytes: Uint8Array) => number;

const LINE_END = 10;

/** How long a reader that does not keep up is waited for: it must not hold up the service. */
const BUSY_TRIES = 20;
const BUSY_WAIT_MS = 5;

/**
 * Standard output that can be written to after it has failed: when the disk is full, the disk fails,
 * the reader is gone or does not keep up. A stream of Node is destroyed by its first error, and ends the
 * process when nobody listens for it.
 */
export class StandardOutput {
  #isCut = false;
  #isBusy = false;

  constructor(private readonly writeSome: WriteSome = writeToThisProcess) {}

  get isTTY(): boolean {
    return process.stdout.isTTY;
  }

  /**
   * Writes whole lines. After a line that was cut off the next one begins on a line of its own.
   *
   * @throws what kept it from being written: `ENOSPC`, `EIO`, `EPIPE`, `EAGAIN`
   */
  write(lines: string): void {
    const bytes = Buffer.from(this.#isCut ? `\n${lines}` : lines);
    let written = 0;
    try {
      while (written < bytes.length) written += this.#attempt(bytes.subarray(written));
    } finally {
      if (written > 0) this.#isCut = bytes[written - 1] !== LINE_END;
    }
  }

  /** Waits for a reader only as long as it has kept up until now. */
  #attempt(bytes: Uint8Array): number {
    for (let tries = this.#isBusy ? BUSY_TRIES : 1; ; tries += 1) {
      try {
        const count = this.writeSome(bytes);
        this.#isBusy = false;
        return count;
      } catch (error) {
        if (!isBusy(error)) throw error;
        this.#isBusy = true;
        if (tries >= BUSY_TRIES) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_WAIT_MS);
      }
    }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EAGAIN', 'EBUSY'].includes(String(error.code));

const STANDARD_OUTPUT = 1;

/**
 * Node makes a pipe non-blocking when its stream is first asked for: a reader that stops must not stop us.
 * In a thread the stream is another one, which has no descriptor, and the pipe is the same.
 */
function writeToThisProcess(bytes: Uint8Array): number {
  return writeSync(isMainThread ? process.stdout.fd : STANDARD_OUTPUT, bytes);
}

/** The one of this process. */
export const standardOutput = new StandardOutput();
