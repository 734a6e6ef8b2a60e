import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceRoot } from './test-database.js';

const run = promisify(execFile);

/** Whether this machine's Python can make environments. */
export const hasPython = (): boolean =>
  spawnSync('python3', ['-c', 'import ensurepip, venv'], { stdio: 'ignore' }).status === 0;

/**
 * An environment of Python with packages, made once for each list of them.
 *
 * @param requirements path of a requirements.txt
 * @returns path of its interpreter
 */
export async function pythonWith(requirements: string): Promise<string> {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const kept = join(workspaceRoot(), '.data/python', digest);
  const python = join(kept, 'bin/python');
  if (existsSync(python)) return python;
  await run('python3', ['-m', 'venv', kept]);
  try {
    // Python compiles what is imported, which is a small part.
    const options = ['--quiet', '--no-compile', '--requirement', requirements];
    await run(python, ['-m', 'pip', 'install', ...options]);
  } catch (error) {
    rmSync(kept, { recursive: true });
    throw error;
  }
  return python;
}
