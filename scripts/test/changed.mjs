import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
  const base = await baseCommit();
  const [files, affected] = await Promise.all([
    filesSince(base),
    run('nx', ['show', 'projects', '--affected', `--base=${base}`, '--sep=\n']),
  ]);
  return { files, affected: lines(affected) };
}

/**
 * What git says of it: nothing has to be installed for that.
 *
 * @returns {Promise<{ base: string, files: string[] }>} the commit with which it is compared
 * @throws {StartError} where git cannot say
 */
export async function readChangedFiles() {
  try {
    const base = await baseCommit();
    return { base, files: await filesSince(base) };
  } catch ({ message }) {
    throw new StartError(
      `--changed asks git what has changed, and it cannot say: ${message.trim()}`,
    );
  }
}

async function filesSince(base) {
  const [tracked, untracked] = await Promise.all([
    run('git', ['diff', '--name-only', base]),
    run('git', ['ls-files', '--others', '--exclude-standard']),
  ]);
  return [...lines(tracked), ...lines(untracked)];
}

/** Of a clone without that branch: the last commit. */
async function baseCommit() {
  const { defaultBase } = JSON.parse(readFileSync(join(projectDir, 'nx.json'), 'utf8'));
  const shared = run('git', ['merge-base', 'HEAD', defaultBase]);
  return (await shared.catch(() => run('git', ['rev-parse', 'HEAD']))).trim();
}

async function run(command, args) {
  const env = { ...pinnedEnvironment(), NX_TUI: 'false' };
  return (await execute(command, args, { cwd: projectDir, env })).stdout;
}

const TEST = /\.(spec|e2e)\.ts$/;

/**
 * Which tests a change asks for.
 *
 * @template {{ name: string, folder: string }} P
 * @param {Changed} changed
 * @param {P[]} projects with folders from the workspace
 * @returns {{ projects: P[], tests: string[] | undefined, withScripts: boolean, withE2e: boolean }} `tests`: only these
 *   files of the projects and of e2e/, where nothing but them has changed
 */
export function chooseChanged({ files, affected }, projects) {
  const isIn = (folder) => (file) => file.startsWith(`${folder}/`);
  const chosen = projects.filter(({ name }) => affected.includes(name));
  const folders = [...projects.map(({ folder }) => folder), 'e2e'];
  const inProjects = files.filter((file) => folders.some((folder) => isIn(folder)(file)));
  const areTests =
    inProjects.length > 0 &&
    inProjects.every((file) => TEST.test(file)) &&
    chosen.every(({ folder }) => inProjects.some(isIn(folder)));
  return {
    projects: chosen,
    tests: areTests ? inProjects : undefined,
    withScripts: files.some(isIn('scripts')),
    withE2e: files.some(isIn('e2e')),
  };
}
