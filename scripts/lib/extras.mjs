import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { EXTRAS } from './extra-names.mjs';
import { installWhenMissing, isWhole } from './installing.mjs';
import { cleanInstall } from './npm.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { projectDir } from './project.mjs';
import { prune } from './prune.mjs';

const modules = join(projectDir, 'node_modules');

/**
 * Installs groups of scripts/extras/. What a group depends on is linked into node_modules, where everything finds it by its name.
 *
 * @param {readonly string[]} names of EXTRAS; those that are there already cost nothing
 */
export async function installExtras(names) {
  for (const name of names) {
    await installWhenMissing(
      `Installing the packages of scripts/extras/${name}`,
      () => isCurrent(name),
      () => install(name),
    );
    linkGroup(name);
  }
}

/** Links every installed group into node_modules again: npm removes what the lock file does not name, links too. */
export function linkInstalledExtras() {
  for (const name of EXTRAS) if (isStamped(name)) linkGroup(name);
}

/** Before `npm install`: it follows the links, and removes packages from inside the groups. */
export function unlinkExtras() {
  const links = EXTRAS.filter(isStamped).flatMap(linksOf);
  for (const [link, target] of links) {
    if (linkedTo(link) === relative(dirname(link), target)) rmSync(link);
  }
}

function linkGroup(name) {
  for (const [link, target] of linksOf(name)) put(link, target);
}

async function install(name) {
  const folder = folderOf(name);
  // On an older Node npm leaves out what is made for Node 24.
  const first = existsSync(pinnedNode) ? [dirname(pinnedNode)] : [];
  await cleanInstall(folder, { first });
  prune(join(folder, 'node_modules'));
  writeFileSync(stampOf(name), hashOf(name));
}

const folderOf = (name) => join(projectDir, 'scripts', 'extras', name);

const isCurrent = (name) => isStamped(name) && isWhole(folderOf(name));

const isStamped = (name) =>
  existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === hashOf(name);

/** A stamp inside node_modules says for which lock file it was installed. */
const stampOf = (name) => join(folderOf(name), 'node_modules', '.sextant-lock-hash');

/** With the list of what is removed of them. */
const hashOf = (name) =>
  ['package-lock.json', '../../lib/unused-files.mjs']
    .reduce(
      (hash, file) => hash.update(readFileSync(join(folderOf(name), file))),
      createHash('sha256'),
    )
    .digest('hex');

/** @param {string} name of EXTRAS @returns {string} what it is for */
export const describeExtra = (name) => manifestOf(name).description;

const manifestOf = (name) => JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));

/** The packages that a group names, and their programs. @returns {[link: string, target: string][]} */
function linksOf(name) {
  const folder = join(folderOf(name), 'node_modules');
  const isThere = (each) => existsSync(join(folder, each, 'package.json'));
  const names = Object.keys(manifestOf(name).dependencies).filter(isThere);
  return names.flatMap((each) => [
    [join(modules, each), join(folder, each)],
    ...programsOf(join(folder, each)).map((program) => [
      join(modules, '.bin', program),
      join(folder, '.bin', program),
    ]),
  ]);
}

/** Names of the programs of a package, as npm reads them. */
function programsOf(folder) {
  const { name, bin = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return typeof bin === 'string' ? [name.split('/').at(-1)] : Object.keys(bin);
}

/** What a former lock file had there goes. */
function put(link, target) {
  const to = relative(dirname(link), target);
  if (linkedTo(link) === to) return;
  rmSync(link, { recursive: true, force: true });
  mkdirSync(dirname(link), { recursive: true });
  try {
    symlinkSync(to, link, 'junction');
  } catch (error) {
    if (linkedTo(link) !== to) throw error; // another start was quicker
  }
}

function linkedTo(link) {
  try {
    return readlinkSync(link);
  } catch {
    return undefined; // not there, or no link
  }
}
