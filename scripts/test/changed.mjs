import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { pinnedEnvironment } from '../lib/pinned.mjs';
import { projectDir, StartError } from '../lib/project.mjs';

const execute = promisify(execFile);
const lines = (text) => text.split('\n').filter((line) => line !== '');

/**
 * What has changed since the branch left the main one, committed or not; on the main one itself: what is not committed.
 *
 * @typedef {object} Changed
 * @property {string[]} files from the workspace
 * @property {string[]} affected names of the projects that hold one of them or depend on one that does, as Nx sees it
 *
 * @returns {Promise<Changed>}
 */
export async function readChanged() {
  const { base } = await readBase();
  const [files, affected] = await Promise.all([
    filesSince(base),
    run('nx', ['show', 'projects', '--affected', `--base=${base}`, '--sep=\n']),
  ]);
  return { files, affected: lines(affected) };
}

/**
 * What git says of it: nothing has to be installed for that.
 *
 * @returns {Promise<Base & { files: string[] }>}
 * @throws {StartError} where git cannot say
 */
export async function readChangedFiles() {
  try {
    const base = await readBase();
    return { ...base, files: await filesSince(base.base) };
  } catch ({ message }) {
    throw new StartError(
      `--changed asks git what has changed, and it cannot say: ${message.trim()}`,
    );
  }
}

async function filesSince(base) {
  const [tracked, untracked] = await Promise.all([
    // Of a file that was moved the old place has changed too.
    run('git', ['diff', '--name-only', '--relative', '--no-renames', '-z', base]),
    run('git', ['ls-files', '--others', '--exclude-standard', '-z']),
  ]);
  return [tracked, untracked].flatMap((text) => text.split('\0').filter((file) => file !== ''));
}

/**
 * @typedef {object} Base
 * @property {string} base the commit with which it is compared
 * @property {{ why: string, cure: string }} [missing] unless that is where the branch left the main one: it cannot be found
 */

/** A clone may have the main branch of where it comes from alone; without either the last commit is all there is. @returns {Promise<Base>} */
async function readBase() {
  const { defaultBase } = JSON.parse(readFileSync(join(projectDir, 'nx.json'), 'utf8'));
  let isThere = false;
  for (const branch of [defaultBase, `origin/${defaultBase}`]) {
    const head = await found('git', ['rev-parse', '--verify', '--quiet', branch]);
    const shared = head && (await found('git', ['merge-base', 'HEAD', head]));
    if (shared !== undefined) return { base: shared };
    isThere ||= head !== undefined;
  }
  const base = (await run('git', ['rev-parse', 'HEAD'])).trim();
  return { base, missing: await whyMissing(defaultBase, isThere) };
}

/** As in a clone that a build machine has made: the last commit of one branch, and nothing before it. */
async function whyMissing(branch, isThere) {
  const isShallow = (await run('git', ['rev-parse', '--is-shallow-repository'])).trim() === 'true';
  const depth = isShallow ? '--unshallow ' : '';
  return {
    why: isThere
      ? `The commit at which this branch left ${branch} is not in this clone`
      : `There is no ${branch} branch to compare with`,
    cure: `git fetch ${depth}origin +${branch}:refs/remotes/origin/${branch}`,
  };
}

/** git's exit code 1 means that it found nothing; every other code is an error. */
async function found(command, args) {
  try {
    return (await run(command, args)).trim();
  } catch (error) {
    if (error.code === 1) return undefined;
    throw error;
  }
}

async function run(command, args) {
  const env = { ...pinnedEnvironment(), NX_TUI: 'false' };
  return (await execute(command, args, { cwd: projectDir, env, maxBuffer: MOST_BYTES })).stdout;
}

/** Not the long ones, which a daily run leaves out. */
const TEST = /(?<!\.long)\.(spec|e2e)\.ts$/;
/** Of names of files. */
const MOST_BYTES = 1 << 28;

const isInWorkspace = (file) => existsSync(join(projectDir, file));

/**
 * Which tests a change asks for.
 *
 * @template {{ name: string, folder: string }} P
 * @param {Changed} changed
 * @param {P[]} projects with folders from the workspace
 * @param {(file: string) => boolean} [isThere]
 * @returns {{ projects: P[], tests: string[] | undefined, withScripts: boolean, withE2e: boolean }} `tests`: only these
 *   files of the projects and of e2e/, where nothing but them has changed
 */
export function chooseChanged({ files, affected }, projects, isThere = isInWorkspace) {
  const isIn = (folder) => (file) => file.startsWith(`${folder}/`);
  const chosen = projects.filter(({ name }) => affected.includes(name));
  const folders = [...projects.map(({ folder }) => folder), 'e2e'];
  const inProjects = files.filter((file) => folders.some((folder) => isIn(folder)(file)));
  const areTests =
    inProjects.length > 0 &&
    inProjects.every((file) => TEST.test(file) && isThere(file)) &&
    chosen.every(({ folder }) => inProjects.some(isIn(folder)));
  return {
    projects: chosen,
    tests: areTests ? inProjects : undefined,
    withScripts: files.some(isIn('scripts')),
    withE2e: files.some(isIn('e2e')),
  };
}
