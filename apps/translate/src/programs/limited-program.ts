import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Sandbox } from './sandbox.js';

/** A program that opens what strangers made. */
export interface LimitedProgram {
  /** Where it is. */
  readonly program: string;
  readonly args: readonly string[];
  /** All that it may need to write to, and its home. */
  readonly folder: string;
  /** What it may see; everything that the service sees if absent. */
  readonly sandbox?: Sandbox | undefined;
  readonly deadlineMs: number;
}

/** Of files that the program writes, in blocks of 512 bytes: 256 MiB. */
const MOST_BLOCKS = 524_288;
export const MOST_BYTES = 512 * MOST_BLOCKS;
/** Of its memory, in KiB; most of that is addresses that it never uses. */
const MOST_MEMORY = 4 * 1024 * 1024;

/**
 * The shell sets the limits and becomes the program. Beside it a guard reads from a pipe that only the service's process
 * holds: when that one is gone, however it went, the guard removes the folder and ends the group.
 */
const LIMITED = `
  folder=$1; shift
  (read -r _; rm -rf -- "$folder"; kill -9 0) <&3 >/dev/null 2>&1 &
  ulimit -f ${String(MOST_BLOCKS)}; ulimit -v ${String(MOST_MEMORY)}; exec "$@" 3<&-
`;

/** @returns the path of a program, `undefined` where there is none */
export async function findProgram(name: string): Promise<string | undefined> {
  const folders = isAbsolute(name) ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  for (const folder of folders) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

/** A program that runs with limits, and nothing of the service's environment. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** Ends it with all that it has started. */
  readonly end: () => void;
}

/** Starts it; it ends with this process at the latest, and its folder is gone then. */
export function startLimited(
  { program, args, folder, sandbox }: Omit<LimitedProgram, 'deadlineMs'>,
  [input, output]: readonly ['ignore' | 'pipe', 'ignore' | 'pipe'] = ['ignore', 'ignore'],
): RunningProgram {
  const command = sandbox?.around(program, args, folder) ?? [program, ...args];
  const child = spawn('/bin/sh', ['-c', LIMITED, 'sh', folder, ...command], {
    cwd: folder,
    // A group: the program starts others, and all of them end.
    detached: true,
    stdio: [input, output, 'ignore', 'pipe'],
    env: {
      ...{ PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
      // One core is enough for one caller.
      OMP_THREAD_LIMIT: '1',
    },
  });
  const end = () => endGroup(child.pid);
  // The guard is in the group: it would wait for ever, and so would whoever waits for the pipes to be closed.
  child.once('exit', end);
  return { child, end };
}

/** Runs it to its end, and leaves nothing of it. */
export async function runLimited(
  { deadlineMs, ...program }: LimitedProgram,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const { child, end } = startLimited(program);
  const timer = setTimeout(end, deadlineMs);
  signal.addEventListener('abort', end);
  try {
    await once(child, 'close');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    end();
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
