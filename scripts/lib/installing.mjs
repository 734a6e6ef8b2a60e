import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { withLock } from './claim.mjs';
import { runningCommand, stopProcess } from './processes.mjs';
import { say, timed } from './progress.mjs';
import { projectDir, StartError } from './project.mjs';

/** npm has nothing to finish: what it has done by halves is done anew. */
const GRACE_MS = 5000;

/**
 * Installs what is not there. Who comes meanwhile waits; an npm that a killed start has left running is ended first, since
 * it writes to the same folder.
 *
 * @param {string} name what it says it does
 * @param {() => boolean} isThere
 * @param {(options: { onStart: (pid: number) => void }) => Promise<void> | void} install hands `onStart` to npm
 * @param {string} [root]
 * @throws {StartError} where this user may not write
 */
export async function installWhenMissing(name, isThere, install, root = projectDir) {
  if (isThere()) return;
  requireWritable(root);
  await withLock(
    join(root, '.nx', 'installation'),
    async ({ earlier, note }) => {
      await endNpm(earlier?.npm);
      if (!isThere()) await timed(name, () => install({ onStart: (npm) => note({ npm }) }));
    },
    ({ pid }) => say(`Process ${pid} installs packages here: waiting for it.`),
  );
}

function requireWritable(root) {
  try {
    accessSync(root, constants.W_OK);
  } catch ({ message }) {
    throw new StartError(
      `Packages have to be installed in ${root}, and this user may not write there (${message}). Make the folder yours.`,
    );
  }
}

async function endNpm(pid) {
  const command = pid === undefined ? undefined : runningCommand(pid);
  if (command === undefined || !/\bnpm\b/.test(command)) return;
  say(`Left over from an earlier start: ${command} (process ${pid}), stopping it.`);
  await stopProcess({ pid, command }, GRACE_MS);
}

/**
 * Whether each package that npm has noted in a node_modules is there: somebody may have removed some of them, or a full disk
 * and a copy that was cut may have left them out.
 *
 * @param {string} root the folder that has the node_modules
 */
export function isWhole(root) {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const { packages = {} } = JSON.parse(readFileSync(list, 'utf8'));
  return Object.keys(packages).every((path) => existsSync(join(root, path, 'package.json')));
}
