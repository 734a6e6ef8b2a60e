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

const folder = join(workspaceRoot(), '.data/python');

/**
 * An environment of Python with packages, made once for each list of them: whoever comes meanwhile waits.
 *
 * @param requirements path of a requirements.txt
 * @returns path of its interpreter
 */
export async function pythonWith(requirements: string): Promise<string> {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const kept = join(folder, digest);
  await once(kept, async () => {
    const pip = await pipOfAll();
    await run('python3', ['-m', 'venv', '--without-pip', kept]);
    // Python compiles what is imported, which is a small part.
    const options = [
      '--quiet',
      '--no-compile',
      '--ignore-installed',
      '--requirement',
      requirements,
    ];
    await run(join(kept, 'bin/python'), [pip, 'install', ...options]);
  });
  return join(kept, 'bin/python');
}

/** One pip installs in every environment: to bring it into each takes four seconds of a processor. @returns its folder */
async function pipOfAll(): Promise<string> {
  const kept = join(folder, 'pip');
  await once(kept, () => run('python3', ['-m', 'venv', kept]));
  const { stdout } = await run(join(kept, 'bin/python'), [
    '-c',
    'import pip; print(pip.__path__[0])',
  ]);
  return stdout.trim();
}

/** Makes a folder as a whole, by one process of all. */
async function once(kept: string, make: () => Promise<unknown>): Promise<void> {
  const whole = join(kept, 'whole');
  while (!existsSync(whole)) {
    const isDone = await alone(`${kept}.lock`, async () => {
      if (existsSync(whole)) return;
      // What somebody has left who was killed.
      rmSync(kept, { recursive: true, force: true });
      await make();
      writeFileSync(whole, '');
    });
    if (!isDone) await setTimeout(500);
  }
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
