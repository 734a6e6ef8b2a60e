import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import type { FontFile } from './font-files.js';
import { archiveRequest, type RegistryRequest } from './registry-address.js';

/** With less than so much in so long, a registry is given up: documents wait for it. */
const STALL_MS = 20_000;
const STALL_BYTES = 64 * 1024;
/** A connection may break so often, and once more for each of these that came: a byte at a time is no progress. */
const FREE_TRIES = 5;
const TRY_BYTES = 1024 * 1024;

/**
 * Fetches a package's archive into a file. What is there already is gone on with; where that was something else, such as a
 * proxy's page, it is fetched once more from its beginning.
 *
 * @throws {Error} when the registry cannot be reached, sends something else or breaks off again and again
 */
export async function download(file: FontFile, registry: string, to: string): Promise<void> {
  const request = archiveRequest(file, registry);
  const wasBegun = (await lengthOf(to)) > 0;
  if (await isFetched(file, request, to)) return;
  if (wasBegun && (await isFetched(file, request, to))) return;
  throw new Error('the archive has another digest; it was thrown away');
}

/** @returns whether it is the archive that it should be; otherwise it is not there any more */
async function isFetched(file: FontFile, request: RegistryRequest, to: string): Promise<boolean> {
  const start = await lengthOf(to);
  for (let tries = 1, has = start; has < file.archiveBytes; tries += 1) {
    const [outcome] = await Promise.allSettled([receive(file, request, { to, has })]);
    const before = has;
    has = await lengthOf(to);
    const isLast = tries >= FREE_TRIES + Math.floor((has - start) / TRY_BYTES);
    if (outcome.status === 'rejected' && (has <= before || isLast)) throw outcome.reason;
  }
  if ((await integrityOf(to)) === file.integrity) return true;
  await rm(to);
  return false;
}

interface Place {
  readonly to: string;
  readonly has: number;
}

interface Answer extends Place {
  readonly response: Response;
  readonly onPiece: (bytes: number) => void;
}

async function receive(
  file: FontFile,
  { address, headers }: RegistryRequest,
  { to, has }: Place,
): Promise<void> {
  const stalled = new AbortController();
  const giveUp = () =>
    stalled.abort(new Error(`less than ${STALL_BYTES / 1024} KiB in ${STALL_MS / 1000} s`));
  const timer = setTimeout(giveUp, STALL_MS);
  let lacking = STALL_BYTES;
  const onPiece = (bytes: number) => {
    lacking -= bytes;
    if (lacking > 0) return;
    lacking = STALL_BYTES;
    timer.refresh();
  };
  try {
    const range: Record<string, string> = has > 0 ? { range: `bytes=${has}-` } : {};
    const response = await fetch(address, {
      headers: { ...headers, ...range },
      signal: stalled.signal,
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    await keep(file, { response, to, has, onPiece });
  } finally {
    clearTimeout(timer);
  }
}

/** Piece by piece, so that what has come stays when the connection breaks. */
async function keep({ archiveBytes }: FontFile, answer: Answer): Promise<void> {
  const { response, to, has, onPiece } = answer;
  // Who does not know ranges sends everything again.
  const isRest = response.status === 206;
  let left = archiveBytes - (isRest ? has : 0);
  const handle = await open(to, isRest ? 'a' : 'w');
  try {
    const pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = response.body ?? [];
    for await (const piece of pieces) {
      onPiece(piece.length);
      left -= piece.length;
      if (left < 0) throw new Error('the archive is longer than it should be');
      await handle.write(piece);
    }
  } finally {
    await handle.close();
  }
  if (left > 0) throw new Error('the archive ended early');
}

async function integrityOf(path: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return `sha512-${hash.digest('base64')}`;
}

async function lengthOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return 0;
  }
}
