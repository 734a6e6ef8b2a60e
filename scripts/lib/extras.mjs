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

import { cleanInstall } from './npm.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { timed } from './progress.mjs';
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
    if (!isCurrent(name))
      await timed(`Installing the packages of scripts/extras/${name}`, () => install(name));
    for (const [link, target] of linksOf(name)) put(link, target);
  }
}

function install(name) {
  const folder = join(projectDir, 'scripts', 'extras', name);
  // On an older Node npm leaves out what is made for Node 24.
  cleanInstall(folder, { first: existsSync(pinnedNode) ? [dirname(pinnedNode)] : [] });
  prune(join(folder, 'node_modules'));
  writeFileSync(stampOf(name), hashOf(name));
}

const isCurrent = (name) =>
  existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === hashOf(name);

/** A stamp inside node_modules says for which lock file it was installed. */
const stampOf = (name) =>
  join(projectDir, 'scripts', 'extras', name, 'node_modules', '.sextant-lock-hash');

/** With the list of what is removed of them. */
const hashOf = (name) =>
  ['package-lock.json', '../../lib/unused-files.mjs']
    .reduce(
      (hash, file) => hash.update(readFileSync(join(projectDir, 'scripts', 'extras', name, file))),
      createHash('sha256'),
    )
    .digest('hex');

/** @param {string} name of EXTRAS @returns {string} what it is for */
export const describeExtra = (name) => manifestOf(name).description;

const manifestOf = (name) =>
  JSON.parse(readFileSync(join(projectDir, 'scripts', 'extras', name, 'package.json'), 'utf8'));

/** The packages that a group names, and their programs. @returns {[link: string, target: string][]} */
function linksOf(name) {
  const folder = join(projectDir, 'scripts', 'extras', name, 'node_modules');
  return Object.keys(manifestOf(name).dependencies).flatMap((each) => [
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
  symlinkSync(to, link, 'junction');
}

function linkedTo(link) {
  try {
    return readlinkSync(link);
  } catch {
    return undefined; // not there, or no link
  }
}
