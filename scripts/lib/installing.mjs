import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { withLock } from './claim.mjs';
import { say, timed } from './progress.mjs';
import { projectDir, StartError } from './project.mjs';

/**
 * Installs packages that are missing. A second process that calls this waits until the first has ended.
 *
 * @param {string} name what it says it does
 * @param {() => boolean} isThere
 * @param {() => Promise<void> | void} install
 * @param {string} [root]
 * @throws {StartError} also for what the system refuses: a full disk, a folder of another user
 */
export async function installWhenMissing(name, isThere, install, root = projectDir) {
  if (isThere()) return;
  try {
    await withLock(
      join(root, '.nx', 'installation'),
      async () => {
        if (!isThere()) await timed(name, install);
      },
      ({ pid }) => say(`Process ${pid} installs packages here: waiting for it.`),
    );
  } catch (error) {
    if (error.syscall === undefined) throw error;
    throw new StartError(`${name}: ${error.message}. It has to be possible to write to ${root}.`);
  }
}

/**
 * Whether each package that npm has noted in a node_modules is there: somebody may have removed some of them, or a full disk
 * and a copy that was cut may have left them out.
 *
 * @param {string} root the folder that has the node_modules
 */
export function isWhole(root) {
  let paths;
  try {
    const list = readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8');
    paths = Object.keys(JSON.parse(list).packages ?? {});
  } catch {
    return false; // npm did not come to its end, or half of its list is there
  }
  return paths.every((path) => existsSync(join(root, path, 'package.json')));
}
