import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Arrivals, Lanes, type Admission } from '@sextant/platform-http/admission';
import { MAX_TMX_BYTES, MEMORY_ERRORS } from './memory-errors.js';

const MIB = 1024 * 1024;
/** Files that may be in memory at once, and of one owner, by the size of the largest. */
const FILES = 4;
const WAITING_FILES = 16;

const laneOf = (bytes: number) => ({
  ...{ atOnce: FILES * bytes, ofOne: bytes },
  waitingOfOne: WAITING_FILES * bytes,
});

export interface FileRequest {
  readonly owner: string;
  readonly request: IncomingMessage;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Bodies that are files, of whatever type. They are read when there is room for them; owners have their turns. */
@Injectable()
export class FileBodies {
  readonly #arrivals = new Arrivals();
  readonly #lanes = new Lanes({ upTo: MIB, small: laneOf(4 * MIB), large: laneOf(MAX_TMX_BYTES) });

  /**
   * Gives a file to the work; its room is taken until the work is done.
   *
   * @throws {Problem} `translation_memory_file_too_large`, `too_much_waiting`, and what the work throws
   */
  async use<T>(
    { owner, request, maxBytes, signal }: FileRequest,
    work: (bytes: Buffer) => Promise<T>,
  ): Promise<T> {
    const amount = Number(request.headers['content-length'] ?? maxBytes);
    if (amount > maxBytes) throw MEMORY_ERRORS.fileTooLarge();
    const lane = this.#lanes.laneOf(amount);
    const giveRoomBack = await this.#arrivals.enter(lane, { owner, amount }, signal);
    try {
      return await work(await this.#received(lane, { request, maxBytes, signal }));
    } finally {
      giveRoomBack();
    }
  }

  async #received(
    lane: Admission,
    { request, maxBytes, signal }: Omit<FileRequest, 'owner'>,
  ): Promise<Buffer> {
    const slow = new AbortController();
    const arrived = this.#arrivals.begin(lane, request, () =>
      slow.abort(MEMORY_ERRORS.fileTooSlow({ headers: { Connection: 'close' } })),
    );
    try {
      return await untilSlow(readFileBody(request, maxBytes, signal), slow.signal);
    } finally {
      arrived();
    }
  }
}

async function untilSlow<T>(reading: Promise<T>, slow: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(slow.reason as Error);
  slow.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([reading, promise]);
  } finally {
    slow.removeEventListener('abort', end);
    // It ends with the connection.
    reading.catch(() => undefined);
  }
}

/** Nobody waits for a file any more whose request was answered while it came: its connection ends. */
async function readFileBody(
  request: IncomingMessage,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  const leave = () => request.destroy();
  signal?.throwIfAborted();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    return await bytesOf(request, maxBytes);
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

/** What is too large without saying so is refused as soon as it is found out. */
async function bytesOf(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // The connection is still needed for the answer when reading stops early.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > maxBytes) {
      request.resume();
      throw MEMORY_ERRORS.fileTooLarge();
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
