import { execFileSync, spawnSync } from 'node:child_process';

import { pinnedEnvironment } from '../lib/pinned.mjs';
import { StartError } from '../lib/project.mjs';

export const IMAGE_PREFIX = 'localhost/sextant';

/** Without a container engine: no daemon, no namespaces. How layers are kept is the machine's own setting. */
export const environment = () => ({
  ...pinnedEnvironment(),
  BUILDAH_ISOLATION: 'chroot',
});

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string }} [options]
 * @returns {string} its output
 * @throws {StartError} with the end of what it said
 */
export function run(command, args, { cwd } = {}) {
  try {
    return execFileSync(command, args, {
      cwd,
      env: environment(),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const said = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim() || error.message;
    throw new StartError(`${command} ${args[0]} failed:\n${said.slice(-3000)}`);
  }
}

/** @param {string} command @returns {boolean} whether the machine has it and it runs */
export const runs = (command, args = ['--version']) =>
  spawnSync(command, args, { env: environment(), stdio: 'ignore' }).status === 0;

/** @param {string} name @returns {boolean} */
export const hasImage = (name) => runs('buildah', ['inspect', '--type', 'image', name]);
