import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isIntact, type ModelFile } from './digest.js';
import type { FoundModel, ModelSource } from './hub.js';
import { ModelError, ModelRefused } from './model-error.js';

export interface Download {
  readonly hub: ModelSource;
  readonly found: FoundModel;
  readonly file: ModelFile;
  /** Where it is written; what is there already is gone on with. */
  readonly to: string;
  /** Told of each piece that has come, in bytes. */
  readonly onBytes: (bytes: number) => void;
  /** Between attempts, in milliseconds. */
  readonly pauseMs?: number;
}

const ATTEMPTS = 5;
const PAUSE_MS = 1000;

/**
 * Fetches a file, goes on where an earlier attempt ended, and checks it.
 *
 * @throws {ModelError} when the hub stays away for several attempts without one byte, or sends another file
 */
export async function download(task: Download): Promise<void> {
  const { file, to, pauseMs = PAUSE_MS } = task;
  await mkdir(dirname(to), { recursive: true });
  let had = await lengthOf(to);
  task.onBytes(Math.min(had, file.bytes));
  let failures = 0;
  while (had < file.bytes) {
    const failure = await attempt(task, had);
    const has = await lengthOf(to);
    failures = has > had ? 0 : failures + 1;
    had = has;
    if (failure !== undefined && failures >= ATTEMPTS) throw failure;
    if (failure !== undefined && had < file.bytes) await pause(pauseMs * 2 ** failures);
  }
  if (await isIntact(to, file)) return;
  await rm(to);
  throw new ModelError(
    `${file.path} is not what the hub says it is; it was thrown away. Try again, or another mirror.`,
  );
}

/** @returns why it ended before the end of the file */
async function attempt(task: Download, from: number): Promise<Error | undefined> {
  const { hub, found, file } = task;
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(silence(hub)), hub.stallMs);
  try {
    const response = await hub.open(found, file, from, stalled.signal);
    await receive(task, { response, from, onPiece: () => timer.refresh() });
    return undefined;
  } catch (error) {
    if (isLocal(error) || error instanceof ModelRefused) throw error;
    return stalled.signal.aborted ? silence(hub) : asError(error);
  } finally {
    clearTimeout(timer);
  }
}

interface Answer {
  readonly response: Response;
  readonly from: number;
  readonly onPiece: () => void;
}

/** Piece by piece, so that what has come stays when the connection breaks. */
async function receive(
  { file, to, onBytes }: Download,
  { response, from, onPiece }: Answer,
): Promise<void> {
  // Who does not know ranges sends everything again.
  const isWhole = response.status !== 206;
  if (isWhole) onBytes(-from);
  let left = file.bytes - (isWhole ? 0 : from);
  const handle = await open(to, isWhole ? 'w' : 'a');
  try {
    const pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = response.body ?? [];
    for await (const piece of pieces) {
      onPiece();
      left -= piece.length;
      if (left < 0) throw new ModelError(`${file.path} is longer than the hub says.`);
      await handle.write(piece);
      onBytes(piece.length);
    }
  } finally {
    await handle.close();
  }
  if (left > 0) throw new ModelError(`${file.path} ended early.`);
}

const silence = ({ stallMs }: ModelSource): ModelError =>
  new ModelError(`The hub said nothing for ${Math.round(stallMs / 1000)} s.`);

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

/** A full disk or a folder without rights: another attempt would end the same way. */
const isLocal = (error: unknown): boolean =>
  ['ENOSPC', 'EACCES', 'EROFS', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code));

/** Nothing has come of a file that is not there; one that cannot be read is told of when it is opened. */
async function lengthOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}
