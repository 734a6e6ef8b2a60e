import { lstatSync, rmSync, rmdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';

import { manifestFolders } from '../stack/home.mjs';
import { MANIFEST, readManifest } from '../lib/manifest.mjs';
import { processesWith } from '../lib/processes.mjs';
import { say } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';
import { refuseWhenRunning, runningChildren } from '../lib/run-file.mjs';

/**
 * `npm start -- --reset`: removes what the manifests of this data folder name, and nothing else.
 *
 * @param {object} options
 * @param {string} options.dataDir
 * @param {boolean} options.isDataExplicit
 * @param {boolean} options.yes
 * @param {string} [options.projectDir]
 * @param {string} [options.sharedRoot]
 * @param {{ isThere: boolean, ask(question: string): Promise<string> }} terminal
 * @returns {Promise<number>} exit code
 * @throws {StartError} when there is a link, a process that runs, or nobody to ask
 */
export async function reset(options, terminal) {
  const found = manifestFolders(options).flatMap((folder) => {
    refuseLink(folder);
    const names = readManifest(folder);
    return names === undefined ? [] : [{ folder, names: names.filter(existsIn(folder)) }];
  });
  if (found.length === 0) {
    say(`There is nothing to remove: no ${MANIFEST} of npm start in ${options.dataDir}.`);
    return 0;
  }

  const paths = found.flatMap(({ folder, names }) => names.map((name) => join(folder, name)));
  refuseUsed(options.dataDir, paths);
  say('This is removed for good, databases and credentials with it:');
  for (const path of paths) say(`  ${path}`);
  if (!options.yes && !(await isConfirmed(terminal))) {
    say('Nothing was removed.');
    return 1;
  }

  // The question may have stood for hours, and somebody may have started meanwhile.
  refuseUsed(options.dataDir, paths);
  paths.forEach(remove);
  for (const { folder } of found) removeManifest(folder);
  say('Removed. The next npm start begins anew.');
  return 0;
}

function remove(path) {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch ({ message }) {
    throw new StartError(`${path} cannot be removed: ${message}`);
  }
}

/** The user who sits before it, if one does. */
export const terminal = () => ({
  isThere: process.stdin.isTTY === true && process.stdout.isTTY === true,
  async ask(question) {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  },
});

async function isConfirmed({ isThere, ask }) {
  if (!isThere) {
    throw new StartError(
      'There is no terminal to ask at: give --yes as well. Nothing was removed.',
    );
  }
  return /^y(es)?$/i.test((await ask('Remove it? [y/N] ')).trim());
}

const existsIn = (folder) => (name) =>
  lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;

/** Where a link leads is somebody else's: the user decides about it by hand. */
function refuseLink(path) {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new StartError(`${path} is a symbolic link: remove it by hand. Nothing was removed.`);
}

function refuseUsed(dataDir, paths) {
  paths.forEach(refuseLink);
  refuseWhenRunning(dataDir);
  refuseProcesses(dataDir, paths);
}

function refuseProcesses(dataDir, paths) {
  const running = [...runningChildren(dataDir), ...processesWith(paths)];
  if (running.length === 0) return;

  const names = new Map(running.map(({ pid, command }) => [pid, basename(command.split(' ')[0])]));
  const shown = [...names].slice(0, 8).map(([pid, name]) => `${pid} (${name})`);
  throw new StartError(
    `Processes use this data: ${shown.join(', ')}. Stop them first ` +
      '(npm start finds what was left over; then Ctrl-C). Nothing was removed.',
  );
}

function removeManifest(folder) {
  rmSync(join(folder, MANIFEST), { force: true });
  try {
    rmdirSync(folder);
  } catch (error) {
    // What others keep there stays, and so does a folder that its parent does not let go.
    if (!['ENOTEMPTY', 'EEXIST', 'EACCES', 'EPERM', 'EBUSY', 'ENOENT'].includes(error.code)) {
      throw error;
    }
  }
}
