import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import type { FontFile } from './font-files.js';

interface Task {
  /** What is there already is gone on with. */
  readonly to: string;
  readonly onPiece: () => void;
}

/** Without one byte for so long, a registry is given up. */
const STALL_MS = 20_000;

/** Fetches a package's archive. @throws {Error} when the registry cannot be reached or sends something else */
export async function download(file: FontFile, registry: string, task: Task): Promise<void> {
  const address = addressOf(file, registry);
  let has = await lengthOf(task.to);
  while (has < file.archiveBytes) {
    const [outcome] = await Promise.allSettled([receive(file, address, { ...task, has })]);
    const before = has;
    has = await lengthOf(task.to);
    if (outcome.status === 'rejected' && has <= before) throw outcome.reason;
  }
  if ((await integrityOf(task.to)) === file.integrity) return;
  await rm(task.to);
  throw new Error('the archive has another digest; it was thrown away');
}

/** As npm forms it: the package's name without its scope names the archive. */
function addressOf({ package: name, version }: FontFile, registry: string): string {
  const archive = `${name.replace(/^@.*\//, '')}-${version}.tgz`;
  return `${registry.replace(/\/+$/, '')}/${name}/-/${archive}`;
}

interface Answer {
  readonly response: Response;
  readonly has: number;
  readonly onPiece: () => void;
}

async function receive(
  file: FontFile,
  address: string,
  { to, has, onPiece }: Task & { readonly has: number },
): Promise<void> {
  const stalled = new AbortController();
  const giveUp = () => stalled.abort(new Error(`no byte for ${STALL_MS / 1000} s`));
  const timer = setTimeout(giveUp, STALL_MS);
  const whenPiece = () => {
    timer.refresh();
    onPiece();
  };
  try {
    const headers: Record<string, string> = has > 0 ? { range: `bytes=${has}-` } : {};
    const response = await fetch(address, { headers, signal: stalled.signal });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    await keep(file, to, { response, has, onPiece: whenPiece });
  } finally {
    clearTimeout(timer);
  }
}

/** Piece by piece, so that what has come stays when the connection breaks. */
async function keep(
  { archiveBytes }: FontFile,
  to: string,
  { response, has, onPiece }: Answer,
): Promise<void> {
  // Who does not know ranges sends everything again.
  const isRest = response.status === 206;
  let left = archiveBytes - (isRest ? has : 0);
  const handle = await open(to, isRest ? 'a' : 'w');
  try {
    const pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = response.body ?? [];
    for await (const piece of pieces) {
      onPiece();
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
