import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

import { withLock } from './claim.mjs';
import { endsWithThis } from './npm.mjs';
import { pinnedEnvironment } from './pinned.mjs';
import { say } from './progress.mjs';
import { projectDir } from './project.mjs';

/** What every build depends on, besides the projects, as `nx.json` has it. */
const SHARED = [
  'package-lock.json',
  'tsconfig*.json',
  '.swcrc',
  'nx.json',
  'scripts/bundle',
  'docker/packages.mjs',
];
const LIBS = ['libs/*', 'libs/platform/*'];

const OUTPUTS = new Set(['bundle', 'dist']);
const NOT_BUILT = new Set(['node_modules', 'out-tsc', 'platform', 'test']);

/**
 * Builds what is not built yet. Nx alone copies what it has built from its cache each time, from under whoever runs it:
 * without its daemon it does not know what lies there.
 *
 * @param {readonly string[]} folders of projects, such as `apps/relay`
 * @param {(folders: readonly string[]) => Promise<boolean | void>} [build] of those that are to be built; false or an error when it failed
 * @param {string} [root]
 * @returns {Promise<boolean>} whether all are built
 */
export async function buildOnce(folders, build = buildAll, root = projectDir) {
  if (isAllBuilt(folders, root)) return true;
  // Two builds would remove each other's files.
  return withLock(
    join(root, '.nx', 'build'),
    () => buildMissing(folders, build, root),
    ({ pid }) => say(`Process ${pid} builds here: waiting for it.`),
  );
}

/** Another build may remove what is looked at: that one is waited for. */
function isAllBuilt(folders, root) {
  try {
    return notBuilt(folders, root).missing.length === 0;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return false;
  }
}

async function buildMissing(folders, build, root) {
  const { missing, sources } = notBuilt(folders, root);
  if (missing.length === 0) return true;

  if ((await build(missing)) === false) return false;
  const built = missing.map((folder) => [
    folder,
    { sources: sources[folder], outputs: outputsOf([folder], root) },
  ]);
  const libs = outputsOf(LIBS, root);
  keepKnown({ ...readKnown(root), ...Object.fromEntries(built), libs }, root);
  return true;
}

function notBuilt(folders, root) {
  const sources = sourcesOf(folders, root);
  const known = readKnown(root);
  const isBuilt = (folder) =>
    known.libs === outputsOf(LIBS, root) &&
    known[folder]?.sources === sources[folder] &&
    known[folder].outputs === outputsOf([folder], root);
  return { missing: folders.filter((folder) => !isBuilt(folder)), sources };
}

/** @param {readonly string[]} folders */
export const buildCommand = (folders) => [
  process.execPath,
  join(projectDir, 'node_modules', '.bin', 'nx'),
  ...['run-many', '-t', 'build', 'bundle', '--outputStyle=static'],
  ...['-p', folders.join(',')],
];

async function buildAll(folders) {
  const [node, ...words] = endsWithThis(buildCommand(folders));
  const env = { ...pinnedEnvironment(), NX_DAEMON: 'false', NX_TUI: 'false' };
  await promisify(execFile)(node, words, { cwd: projectDir, env });
}

/** Of each project with those of all libraries: whichever it uses. */
function sourcesOf(folders, root) {
  const shared = digest([...SHARED, ...LIBS], isSource, root);
  return Object.fromEntries(folders.map((one) => [one, digest([one], isSource, root) + shared]));
}

const outputsOf = (folders, root) => digest(folders, isOutput, root);

/** Of the names, sizes and times of all files: to read thousands of them takes longer than to ask. */
function digest(patterns, isMeant, root) {
  const hash = createHash('sha256');
  for (const place of globSync(patterns, { cwd: root }).toSorted()) {
    for (const file of filesIn(join(root, place)).filter((one) => isMeant(relative(root, one)))) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function filesIn(place) {
  if (!statSync(place).isDirectory()) return [place];
  const exclude = ({ name }) => NOT_BUILT.has(name) || name.startsWith('.');
  return globSync('**/*', { cwd: place, withFileTypes: true, exclude })
    .filter((one) => one.isFile() && !one.name.startsWith('.'))
    .map((one) => join(one.parentPath, one.name))
    .toSorted();
}

/** `scripts/bundle` makes bundles, and is none. */
const isOutput = (path) =>
  !path.startsWith('scripts/') && path.split('/').some((part) => OUTPUTS.has(part));
const isSource = (path) => !isOutput(path) && !path.endsWith('.tsbuildinfo');

const knownFile = (root) => join(root, '.nx', 'built.json');

function readKnown(root) {
  try {
    return JSON.parse(readFileSync(knownFile(root), 'utf8'));
  } catch {
    return {}; // none, or written by halves: all is built once more
  }
}

function keepKnown(known, root) {
  const file = knownFile(root);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(known));
  renameSync(`${file}.${process.pid}`, file);
}
