import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { installDebianPackages } from './debian-packages.mjs';
import { installExtras, linkInstalledExtras, unlinkExtras } from './extras.mjs';
import { installWhenMissing, isWhole } from './installing.mjs';
import { cleanInstall, npm } from './npm.mjs';
import { isPinned, PINNED_MAJOR, pinnedNode } from './pinned-node.mjs';
import { projectDir, StartError } from './project.mjs';
import { prune } from './prune.mjs';

export { pinnedNode };

/**
 * Brings a fresh clone to where everything can run: npm packages, engines, the pinned Node. Runs on
 * the Node of the machine, with nothing installed.
 *
 * @param {{ debianPackages?: string[], extras?: readonly string[] }} [options] `extras`: of scripts/extras/
 * @returns {Promise<string>} path of the pinned Node
 * @throws {StartError} with the command to run by hand
 */
export async function bootstrap({ debianPackages = [], extras = [] } = {}) {
  await installWhenMissing(
    'Installing npm packages (0.9 GiB, one to four minutes)',
    areModulesCurrent,
    installModules,
  );
  if (!isPinned) await installPinnedNode();
  await installWhenMissing(
    'Installing what npm left out for the Node of this machine',
    isComplete,
    completeModules,
  );
  await installWhenMissing(
    'Removing files of npm packages that nothing here reads',
    isPruned,
    pruneModules,
  );
  // Whatever npm has run here since, by hand too.
  linkInstalledExtras();
  await installExtras(extras);
  if (debianPackages.length > 0) await installDebianPackages(debianPackages);
  return pinnedNode;
}

/** A stamp inside node_modules says for which lock file it was installed. */
const stampFile = join(projectDir, 'node_modules', '.sextant-lock-hash');
const lockFile = join(projectDir, 'package-lock.json');

/** Whether the npm packages are those of the lock file, and all of them there. @returns {boolean} */
export function areModulesCurrent() {
  if (!isWhole(projectDir)) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()) return true;
  if (!wasInstalledByHand()) return false;

  try {
    writeFileSync(stampFile, lockHash());
  } catch {
    // Somebody else's: the next start asks again.
  }
  return true;
}

/** npm writes this file last; it is newer than the lock file after `npm ci` or `npm install`. */
function wasInstalledByHand() {
  const { mtimeMs } = statSync(join(projectDir, 'node_modules', '.package-lock.json'));
  // A lock file that was unpacked is as old as its release: what we have installed since says more.
  const isOurs = existsSync(stampFile) && statSync(stampFile).mtimeMs >= mtimeMs;
  return !isOurs && mtimeMs >= statSync(lockFile).mtimeMs;
}

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
const lockHash = () => hashOf(lockFile);

async function installModules() {
  await cleanInstall(projectDir, { flags: ['--include=dev'] });
  writeFileSync(stampFile, lockHash());
}

const pruneStamp = join(projectDir, 'node_modules', '.sextant-pruned-hash');
const pruneList = join(projectDir, 'scripts', 'lib', 'unused-files.mjs');

const pruneHash = () => `${lockHash()} ${hashOf(pruneList)}`;

/** Once for each installation and each list of what is unused. */
const isPruned = () => existsSync(pruneStamp) && readFileSync(pruneStamp, 'utf8') === pruneHash();

function pruneModules() {
  prune(join(projectDir, 'node_modules'));
  writeFileSync(pruneStamp, pruneHash());
}

async function installPinnedNode() {
  await installExtras(['node']);
  const { stdout } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
  if ((stdout ?? '').startsWith(`v${PINNED_MAJOR}.`)) return;

  // `npm ci --ignore-scripts` leaves the package `node` without its binary.
  throw new StartError(
    `scripts/extras/node has no Node ${PINNED_MAJOR} binary. ` +
      'Run: npm rebuild node --prefix scripts/extras/node --ignore-scripts=false --foreground-scripts',
  );
}

const completeStamp = join(projectDir, 'node_modules', '.sextant-complete-hash');

/**
 * npm leaves out optional packages whose `engines` exclude the Node that it runs on: on Node 18 anvil and
 * the binaries of sharp. Ours is Node 24, which can use them. Tried once for each lock file.
 */
function isComplete() {
  if (existsSync(completeStamp) && readFileSync(completeStamp, 'utf8') === lockHash()) return true;

  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
  const isThere = (path) => existsSync(join(projectDir, path));
  return missingForThisMachine(packages, isThere).length === 0;
}

/**
 * @param {Record<string, { optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }>} packages
 *   of the lock file
 * @param {(path: string) => boolean} isThere
 * @returns {string[]} paths of optional packages that are made for this machine and are not there
 */
export function missingForThisMachine(packages, isThere) {
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  const fits = (list, own) => list === undefined || list.includes(own);
  return Object.entries(packages)
    .filter(([, { optional, cpu }]) => optional === true && cpu !== undefined)
    .filter(([, { os, cpu }]) => fits(os, process.platform) && fits(cpu, process.arch))
    .filter(([path, { libc: wanted }]) => fits(wanted, libc) && !isThere(path))
    .map(([path]) => path);
}

async function completeModules() {
  const node = realpathSync(pinnedNode); // not by its link in node_modules
  unlinkExtras();
  await npm(['install', '--no-save', '--include=dev', '--loglevel=error'], {
    first: [dirname(node)],
  });
  // Later than what npm has just written: it was us.
  writeFileSync(stampFile, lockHash());
  writeFileSync(completeStamp, lockHash());
}
