import { lstatSync, mkdirSync, readdirSync, rmSync, rmdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';

import { hasEntry, manifestFolders, remainsIn } from '../stack/home.mjs';
import { MANIFEST, readManifest } from '../lib/manifest.mjs';
import { processesWith } from '../lib/processes.mjs';
import { say } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';
import { claimRun, refuseWhenRunning, runFileOf, runningChildren } from '../lib/run-file.mjs';

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
  const found = findData(options);
  if (found.length === 0) {
    say(`There is nothing to remove: no ${MANIFEST} of npm start in ${options.dataDir}.`);
    return 0;
  }

  const paths = found.flatMap(({ folder, names }) => names.map((name) => join(folder, name)));
  refuseUsed(options.dataDir, paths);
  say('This is removed for good, databases and credentials with it:');
  for (const path of paths) say(`  ${path}`);
  if (!(await isConfirmed(options, found, terminal))) {
    say('Nothing was removed.');
    return 1;
  }

  // The question may have stood for hours, and somebody may have started meanwhile.
  refuseUsed(options.dataDir, paths);
  removeAll(options.dataDir, found, paths);
  say('Removed. The next npm start begins anew.');
  for (const { folder } of found) tellWhatStays(folder);
  return 0;
}

/** By the manifests; where one is gone, by what a start leaves. */
function findData(options) {
  return manifestFolders(options).flatMap((folder) => {
    refuseLink(folder);
    const noted = readManifest(folder);
    const names = (noted ?? remainsIn(folder)).filter(hasEntry(folder));
    return noted === undefined && names.length === 0
      ? []
      : [{ folder, names, isNoted: noted !== undefined }];
  });
}

/** Under a claim, so that no start, backup or restore begins in between; what makes a second reset possible goes last. */
function removeAll(dataDir, found, paths) {
  mkdirSync(dataDir, { recursive: true }); // the databases may lie elsewhere, and this one be gone
  const run = claimRun(dataDir);
  try {
    refuseUsed(dataDir, paths);
    paths.filter((path) => path !== runFileOf(dataDir)).forEach(remove);
    // That of the data folder is the first of them.
    for (const { folder } of [...found].reverse()) remove(join(folder, MANIFEST));
  } finally {
    run.release();
  }
  for (const folder of new Set([...found.map((one) => one.folder), dataDir])) removeEmpty(folder);
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

async function isConfirmed({ yes }, found, { isThere, ask }) {
  const unsure = found.find(({ isNoted }) => !isNoted);
  if (yes && unsure === undefined) return true;
  if (unsure !== undefined) {
    say(`${unsure.folder} has no ${MANIFEST} any more: check that all of it is of npm start.`);
  }
  if (!isThere) {
    const cure = unsure === undefined ? 'give --yes as well' : 'remove it by hand';
    throw new StartError(`There is no terminal to ask at: ${cure}. Nothing was removed.`);
  }
  return /^y(es)?$/i.test((await ask('Remove it? [y/N] ')).trim());
}

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

/** A start takes it up again, and a restore refuses the folder because of it. */
function tellWhatStays(folder) {
  let names;
  try {
    names = readdirSync(folder);
  } catch {
    return; // it was empty and is gone
  }
  const more = names.length > 8 ? `, and ${names.length - 8} more` : '';
  say(
    `npm start did not make these, they stay in ${folder}: ${names.slice(0, 8).join(', ')}${more}.`,
  );
}

function removeEmpty(folder) {
  try {
    rmdirSync(folder);
  } catch (error) {
    // What others keep there stays, and so does a folder that its parent does not let go.
    if (!['ENOTEMPTY', 'EEXIST', 'EACCES', 'EPERM', 'EBUSY', 'ENOENT'].includes(error.code)) {
      throw error;
    }
  }
}
