import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

import { projectDir, StartError } from './project.mjs';

/**
 * Runs the machine's npm without node_modules/.bin on the PATH: its `node` is what is being replaced.
 *
 * @param {string[]} args
 * @param {{ cwd?: string, first?: string[] }} [options] `first`: folders that go before the PATH
 */
export function npm(args, { cwd = projectDir, first = [] } = {}) {
  const others = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')));

  return spawnSync('npm', args, {
    cwd,
    stdio: 'inherit',
    // It would fetch a graphics card's libraries, which are not in the registry.
    env: {
      ONNXRUNTIME_NODE_INSTALL: 'skip',
      ...process.env,
      PATH: [...first, ...others].join(delimiter),
    },
    shell: process.platform === 'win32',
  });
}

/**
 * `npm ci`.
 *
 * @param {string} cwd
 * @param {{ flags?: string[], first?: string[] }} [options]
 * @throws {StartError}
 */
export function cleanInstall(cwd, { flags = [], first } = {}) {
  const { status, error } = npm(['ci', '--loglevel=error', ...flags], { cwd, first });
  if (error !== undefined) throw new StartError(`npm cannot be run: ${error.message}`);
  if (status !== 0) throw new StartError('npm ci failed; its error stands above.');
}
