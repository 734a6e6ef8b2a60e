import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { installDebianPackages } from './debian-packages.mjs';
import { timed } from './progress.mjs';
import { projectDir, StartError } from './project.mjs';

const PINNED_MAJOR = 24;

/** The Node that everything but this bootstrap runs on. */
export const pinnedNode = join(projectDir, 'node_modules', 'node', 'bin', 'node');

/**
 * Brings a fresh clone to where everything can run: npm packages, engines, the pinned Node. Runs on
 * the Node of the machine, with nothing installed.
 *
 * @param {{ debianPackages?: string[] }} [options]
 * @returns {Promise<string>} path of the pinned Node
 * @throws {StartError} with the command to run by hand
 */
export async function bootstrap({ debianPackages = [] } = {}) {
  if (!areModulesCurrent()) {
    await timed('Installing npm packages', installModules);
  }
  if (!isPinnedNodeThere()) {
    await timed(`Fetching Node ${PINNED_MAJOR}`, fetchPinnedNode);
  }
  if (isIncomplete()) {
    await timed('Installing what npm left out for the Node of this machine', completeModules);
  }
  if (debianPackages.length > 0) await installDebianPackages(debianPackages);
  return pinnedNode;
}

/** A stamp inside node_modules says for which lock file it was installed. */
const stampFile = join(projectDir, 'node_modules', '.sextant-lock-hash');
const lockFile = join(projectDir, 'package-lock.json');

/** Whether the npm packages are those of the lock file. @returns {boolean} */
export function areModulesCurrent() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()) return true;
  if (!wasInstalledByHand()) return false;

  writeFileSync(stampFile, lockHash());
  return true;
}

/** npm writes this file last; it is newer than the lock file after `npm ci` or `npm install`. */
function wasInstalledByHand() {
  const marker = join(projectDir, 'node_modules', '.package-lock.json');
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync(lockFile).mtimeMs;
}

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

function installModules() {
  const { status, error } = npm(['ci', '--include=dev', '--loglevel=error']);
  if (error !== undefined) throw new StartError(`npm cannot be run: ${error.message}`);
  if (status !== 0) throw new StartError('npm ci failed; its error stands above.');
  writeFileSync(stampFile, lockHash());
}

/** `npm ci --ignore-scripts` leaves the package `node` without its binary. */
function isPinnedNodeThere() {
  const { stdout } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
  return (stdout ?? '').startsWith(`v${PINNED_MAJOR}.`);
}

function fetchPinnedNode() {
  npm(['rebuild', 'node']);
  if (!isPinnedNodeThere()) {
    throw new StartError(
      `node_modules/node has no Node ${PINNED_MAJOR} binary. ` +
        'Run: npm rebuild node --ignore-scripts=false --foreground-scripts',
    );
  }
}

const completeStamp = join(projectDir, 'node_modules', '.sextant-complete-hash');

/**
 * npm leaves out optional packages whose `engines` exclude the Node that it runs on: on Node 18 anvil and
 * the binaries of sharp. Ours is Node 24, which can use them. Tried once for each lock file.
 */
function isIncomplete() {
  if (existsSync(completeStamp) && readFileSync(completeStamp, 'utf8') === lockHash()) return false;

  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
  return missingForThisMachine(packages, (path) => existsSync(join(projectDir, path))).length > 0;
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

function completeModules() {
  npm(['install', '--no-save', '--include=dev', '--loglevel=error'], [dirname(pinnedNode)]);
  writeFileSync(completeStamp, lockHash());
}

/** Runs the machine's npm without node_modules/.bin on the PATH: its `node` is what is being replaced. */
function npm(args, first = []) {
  const others = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  const path = [...first, ...others].join(delimiter);

  return spawnSync('npm', args, {
    cwd: projectDir,
    stdio: 'inherit',
    // It would fetch a graphics card's libraries, which are not in the registry.
    env: { ONNXRUNTIME_NODE_INSTALL: 'skip', ...process.env, PATH: path },
    shell: process.platform === 'win32',
  });
}
