import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { workspaceRoot } from './workspace-root.js';

const run = promisify(execFile);

/** Whether this machine's Python can make environments. */
export const hasPython = (): boolean =>
  spawnSync('python3', ['-c', 'import ensurepip, venv'], { stdio: 'ignore' }).status === 0;

/**
 * An environment of Python with packages, made once for each list of them: whoever comes meanwhile waits.
 *
 * @param requirements path of a requirements.txt
 * @returns path of its interpreter
 */
export async function pythonWith(requirements: string): Promise<string> {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const kept = join(workspaceRoot(), '.data/python', digest);
  const whole = join(kept, 'whole');
  while (!existsSync(whole)) {
    const isDone = await alone(`${kept}.lock`, async () => {
      if (existsSync(whole)) return;
      await make(kept, requirements);
      writeFileSync(whole, '');
    });
    if (!isDone) await setTimeout(500);
  }
  return join(kept, 'bin/python');
}

async function make(kept: string, requirements: string): Promise<void> {
  // What somebody has left who was killed.
  rmSync(kept, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', kept]);
  // Python compiles what is imported, which is a small part.
  const options = ['--quiet', '--no-compile', '--requirement', requirements];
  await run(join(kept, 'bin/python'), ['-m', 'pip', 'install', ...options]);
}

/** @returns false when a process that lives is at it */
async function alone(lock: string, work: () => Promise<void>): Promise<boolean> {
  mkdirSync(dirname(lock), { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch {
    if (!isAlive(lock)) rmSync(lock, { force: true });
    return false;
  }
  try {
    await work();
    return true;
  } finally {
    rmSync(lock, { force: true });
  }
}

/** One that was just made may be empty yet. */
function isAlive(lock: string): boolean {
  try {
    const pid = readFileSync(lock, 'utf8');
    return pid === '' || process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}
