import { spawn } from 'node:child_process';
import { dirname, delimiter, join } from 'node:path';

import { pinnedNode } from './bootstrap.mjs';
import { projectDir } from './project.mjs';

/** The variable by which `npm start` tells when it was called, in milliseconds since 1970. */
export const STARTED_MS = 'SEXTANT_STARTED_MS';

/**
 * Runs one of these scripts on the pinned Node, as if it were this process: same terminal, signals
 * passed on, same exit code. When this process is killed, the script sees its channel close.
 *
 * @param {string} script path in scripts/
 * @param {string[]} args
 * @param {Record<string, string>} [env] what its environment has besides
 * @returns {Promise<number>} exit code
 */
export function runPinned(script, args, env = {}) {
  // First: a signal that came in between would leave the script alone.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => child.kill(name));
  }
  const child = spawn(
    pinnedNode,
    ['--disable-warning=ExperimentalWarning', join(projectDir, 'scripts', script), ...args],
    { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: { ...pinnedEnvironment(), ...env } },
  );

  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** The pinned Node and the tools of the workspace come first on the PATH. */
export function pinnedEnvironment() {
  const folders = [dirname(pinnedNode), join(projectDir, 'node_modules', '.bin')];
  return { ...process.env, PATH: [...folders, process.env.PATH ?? ''].join(delimiter) };
}
