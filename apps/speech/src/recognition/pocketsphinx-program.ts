import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const PROGRAM = 'pocketsphinx_continuous';

/** After the three that every program has. */
const FIRST_FD = 3;

export interface RunLimits {
  readonly timeoutMs: number;
  /** Whoever waits may leave: the program ends then. */
  readonly signal?: AbortSignal;
}

/**
 * Runs pocketsphinx of Debian, and answers what it prints.
 *
 * @param contents of options that name a file: such as the recording, whose file has no name
 * @throws the signal's reason
 */
export async function runPocketsphinx(
  contents: Readonly<Record<string, string | Uint8Array>>,
  options: Readonly<Record<string, string>>,
  limits: RunLimits,
): Promise<string> {
  const files: FileHandle[] = [];
  try {
    const named: Record<string, string> = {};
    for (const [name, content] of Object.entries(contents)) {
      named[name] = `/dev/fd/${FIRST_FD + files.length}`;
      files.push(await nameless(content));
    }
    return await run({ ...options, ...named, logfn: '/dev/null' }, files, limits);
  } finally {
    for (const file of files) await file.close();
  }
}

/** A file without a name: what a person said stays nowhere, whenever this process ends. */
async function nameless(content: string | Uint8Array): Promise<FileHandle> {
  const path = join(tmpdir(), `sextant-consent-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  await file.writeFile(content);
  return file;
}

/** @param files which it finds below `/dev/fd`, from the third on */
async function run(
  options: Readonly<Record<string, string>>,
  files: readonly FileHandle[],
  { timeoutMs, signal }: RunLimits,
): Promise<string> {
  signal?.throwIfAborted();
  const args = Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]);
  const child = spawn(PROGRAM, args, {
    timeout: timeoutMs,
    ...(signal === undefined ? {} : { signal }),
    killSignal: 'SIGKILL',
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'ignore', ...files.map(({ fd }) => fd)],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('pocketsphinx has no output');
  // It tells that it was ended by the signal, too: its close does.
  child.on('error', () => undefined);
  const [said] = await Promise.all([text(stdout), new Promise((end) => child.once('close', end))]);
  signal?.throwIfAborted();
  if (child.exitCode !== 0) throw new Error(`pocketsphinx failed (${child.exitCode ?? 'killed'})`);
  return said;
}
